import { LRUCache } from 'lru-cache';
import type { ChangedDocument } from '../../core/change.ts';
import type { Model } from '../../core/model/model.ts';
import type { Changes } from '../../sync/changes.ts';
import { type AssetStatusFeed, createAssetStatusFeed, type ReadAsset } from './assetStatus.ts';
import { createCoalescingQueue, type CoalescingQueue } from './coalescingQueue.ts';

/** A document of which there is news; its id is the content service's own. */
export interface DocumentChange {
  readonly id: string;
  /** Its `_type`, which is one of the model's. */
  readonly type: string;
}

/** Hands what changes to those who are subscribed to it in this gateway. */
export interface SubscriptionBroker {
  /**
   * Every change to a document of these `_type`s.
   * @param onFull called when the subscriber takes so little that news would pile up
   */
  watchDocuments(types: readonly string[], onFull: () => void): CoalescingQueue<DocumentChange>;
  readonly watchAsset: AssetStatusFeed['watch'];
  /** Hears when news has been missed: what subscribers know may be out of date. Returns how to stop. */
  onGap(listener: () => void): () => void;
  readonly subscribers: number;
}

/** Milliseconds in which several changes to one document become one news. */
const SETTLE = 25;
/** Documents that wait for one subscriber at most. */
const MOST_WAITING = 1000;
/** Documents whose last revision is remembered: webhooks, sweeps and other gateways may all tell the same. */
const MOST_REMEMBERED = 10_000;

interface BrokerOptions {
  readonly model: Pick<Model, 'typeOfDocument'>;
  readonly changes: Pick<Changes, 'listen'>;
  readonly readAsset: ReadAsset;
  readonly coalesceMs?: number;
  readonly maxQueued?: number;
}

/** Creates the broker of one gateway; it listens to changes from then on. */
export function createSubscriptionBroker({
  model,
  changes,
  readAsset,
  coalesceMs = SETTLE,
  maxQueued: maxKeys = MOST_WAITING,
}: BrokerOptions): SubscriptionBroker {
  const readers = new Map<CoalescingQueue<DocumentChange>, ReadonlySet<string>>();
  const assets = createAssetStatusFeed(readAsset);
  const gaps = new Set<() => void>();
  const told = new LRUCache<string, ChangedDocument>({ max: MOST_REMEMBERED });

  /** Whether there is something about a document that was not there when it was told last. */
  const isNews = (document: ChangedDocument): boolean => {
    const { id, revision, updatedAt } = document;
    const last = told.get(id);
    if (revision !== undefined && last?.revision === revision) return false;
    if (updatedAt !== undefined && last?.updatedAt !== undefined && updatedAt < last.updatedAt) return false;
    told.set(id, document);
    return true;
  };

  changes.listen((change) => {
    for (const document of change.documents) {
      const { id, type } = document;
      if (type !== undefined && model.typeOfDocument.has(type) && isNews(document))
        for (const [mailbox, types] of readers) if (types.has(type)) mailbox.push(id, { id, type });
    }
    for (const changed of change.assets) assets.notify(changed);
    if (change.purgeAll) for (const listener of gaps) listener();
  });

  return {
    watchDocuments(types, onFull) {
      const onClosed = () => void readers.delete(mailbox);
      const mailbox = createCoalescingQueue<DocumentChange>({ delayMs: coalesceMs, maxKeys, onFull, onClosed });
      readers.set(mailbox, new Set(types));
      return mailbox;
    },
    watchAsset: assets.watch,
    onGap(listener) {
      gaps.add(listener);
      return () => gaps.delete(listener);
    },
    get subscribers() {
      return readers.size + assets.watchers;
    },
  };
}
