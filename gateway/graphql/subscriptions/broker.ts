import { LRUCache } from 'lru-cache';
import { type ChangedDocument, type ContentOperation, isEarlierChange } from '../../core/change.ts';
import { type Audience, PUBLISHED } from '../../core/context.ts';
import type { MaybePromise } from '../../core/maybePromise.ts';
import type { Model } from '../../core/model/model.ts';
import { isPrivateId } from '../../core/model/references.ts';
import type { DraftChanges } from '../../providers/content/draftChanges.ts';
import type { Changes } from '../../sync/changes.ts';
import { type AssetStatusFeed, createAssetStatusFeed, type ReadAsset } from './assetStatus.ts';
import { type CoalescingQueue, createCoalescingQueue } from './coalescingQueue.ts';

/** A changed document. */
export interface DocumentEvent {
  /** The content service's id. */
  readonly id: string;
  /** A `_type` of the model. */
  readonly type: string;
  readonly operation: ContentOperation;
  /** ISO 8601. */
  readonly time: string;
}

/** Delivers changes to the subscribers of this gateway. */
export interface SubscriptionBroker {
  /**
   * Yields every change to documents of these `_type`s.
   * @param audience private documents are included if it may read them, and changes of drafts outside of `published`
   * @param onFull runs when the subscriber reads too slowly
   */
  watchDocuments(
    types: readonly string[],
    audience: Pick<Audience, 'perspective' | 'scopes'>,
    onFull: () => void,
  ): MaybePromise<CoalescingQueue<DocumentEvent>>;
  readonly watchAsset: AssetStatusFeed['watch'];
  /** Calls the listener when change events were missed, so that subscribers may be out of date. @returns stops it */
  onGap(listener: () => void): () => void;
  readonly subscribers: number;
  /** Changes so far. A message that was created before the last one may be out of date. */
  readonly changeCount: number;
}

/** Changes to one document within this time become one event. */
const COALESCE_MS = 25;
/** Pending documents of one subscriber. */
const MAX_QUEUED = 1000;
/** Documents whose last revision is known. A webhook, polling and another gateway may all report the same change. */
const MAX_KNOWN_REVISIONS = 10_000;

interface BrokerOptions {
  readonly model: Pick<Model, 'typeOfDocument'>;
  readonly changes: Pick<Changes, 'listen'>;
  readonly drafts: Pick<DraftChanges, 'watch' | 'connected'>;
  readonly readAsset: ReadAsset;
  readonly coalesceMs?: number;
  readonly maxQueued?: number;
}

/** Creates the broker of one gateway, which listens to its changes. */
export function createSubscriptionBroker({
  model,
  changes,
  drafts,
  readAsset,
  coalesceMs = COALESCE_MS,
  maxQueued = MAX_QUEUED,
}: BrokerOptions): SubscriptionBroker {
  const isWatchedBy = new Map<CoalescingQueue<DocumentEvent>, (changed: DocumentEvent) => boolean>();
  const assets = createAssetStatusFeed(readAsset);
  const gapListeners = new Set<() => void>();
  let changeCount = 0;
  const lastChanges = new LRUCache<string, ChangedDocument>({ max: MAX_KNOWN_REVISIONS });

  /** Returns false for a repeated or an older change. That a known version is the first one is new: a poll cannot tell it. */
  const isNew = (document: ChangedDocument): boolean => {
    const { id, revision, operation } = document;
    const last = lastChanges.get(id);
    if (revision !== undefined && last?.revision === revision)
      if (operation !== 'create' || last.operation === 'create') return false;
    if (last && isEarlierChange(document, last)) return false;
    lastChanges.set(id, document);
    return true;
  };

  /** All subscribers get the same object, so that subscribers with the same request share a message. */
  const notify = (changed: DocumentEvent): void => {
    for (const [queue, isWatched] of isWatchedBy) if (isWatched(changed)) queue.push(changed.id, changed);
  };

  changes.listen((change) => {
    changeCount += 1;
    for (const document of change.documents) {
      const { id, type, operation = 'update', updatedAt, deletedAt } = document;
      if (type === undefined || !model.typeOfDocument.has(type)) continue;
      if (!isNew(document) && !change.isRepeated) continue;
      const time = deletedAt ?? updatedAt ?? new Date().toISOString();
      notify({ id, type, operation, time });
    }
    for (const changed of change.assets) assets.notify(changed);
    if (change.hasGap) for (const listener of gapListeners) listener();
  });

  return {
    watchDocuments(types, { perspective, scopes }, onFull) {
      let stopDrafts: (() => void) | undefined;
      const queue = createCoalescingQueue<DocumentEvent>({
        delayMs: coalesceMs,
        maxKeys: maxQueued,
        onFull,
        onClosed() {
          isWatchedBy.delete(queue);
          stopDrafts?.();
        },
      });
      const watched = new Set(types);
      const readsPrivate = scopes.includes('read:private');
      const isWatched = ({ id, type }: Pick<DocumentEvent, 'id' | 'type'>) =>
        watched.has(type) && (readsPrivate || !isPrivateId(id));
      isWatchedBy.set(queue, isWatched);
      if (perspective === PUBLISHED) return queue;
      stopDrafts = drafts.watch({
        changed(change) {
          changeCount += 1;
          if (isWatched(change)) queue.push(change.id, { ...change, operation: 'update' });
        },
        // The client subscribes again, and reads again what it shows.
        missed: queue.end,
      });
      return drafts.connected().then(() => queue);
    },
    watchAsset: assets.watch,
    onGap(listener) {
      gapListeners.add(listener);
      return () => gapListeners.delete(listener);
    },
    get subscribers() {
      return isWatchedBy.size + assets.watchers;
    },
    get changeCount() {
      return changeCount;
    },
  };
}
