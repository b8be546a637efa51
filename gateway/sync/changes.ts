import {
  MISSED_EVENTS,
  type ChangedAsset as ProviderAsset,
  type Change as ProviderChange,
} from '../core/change.ts';
import type { Asset } from '../providers/media/asset.ts';
import { hasStateOf } from '../providers/media/assetEvent.ts';
import { HOLD_MS } from '../services/cache/sourceLag.ts';
import type { OpenChangeBus } from '../services/storage/changeBus.ts';
import { createAssetWatch } from './assetWatch.ts';
import { createRevisionWatch, type RevisionWatchOptions, type WatchedDocument } from './revisionWatch.ts';

/** A change at a provider, with the current state of its assets. */
export type Change = ProviderChange<Asset>;
export type ChangedAsset = ProviderAsset<Asset>;

/** Effects of a change in this gateway. All of them are idempotent. */
export interface Effects {
  /** Invalidates the cached values of these tags in all stores. */
  invalidate(tags: readonly string[]): Promise<void>;
  invalidateAll(): Promise<void>;
  /** Keeps later values of these tags for seconds only, in all stores; see `TaggedCache.hold`. */
  hold(tags: readonly string[], ms: number): Promise<void>;
  /** Invalidates the memory of this gateway only. */
  invalidateLocal(tags: readonly string[]): void;
  invalidateAllLocal(): void;
  /** Stores the current state of an asset in the asset cache. */
  apply(asset: ChangedAsset): void;
  /** Enqueues the index jobs that a change needs; they are durable when the promise resolves. */
  enqueueIndexJobs(change: Change): Promise<void>;
  /** Reads all assets again: changes were lost on the way to this gateway. */
  refreshAssets(): void;
}

/** The change feed of a gateway: `publish` updates caches and index, then calls the listeners of every gateway. */
export interface Changes {
  /** Resolves when no cache holds the old state and the index jobs are enqueued. */
  publish(change: Change): Promise<void>;
  /** Calls the listener for each change after this gateway's caches are invalidated. @returns stops it */
  listen(listener: (change: Change) => void): () => void;
  close(): Promise<void>;
}

interface ChangesOptions {
  readonly effects: Effects;
  readonly openChangeBus: OpenChangeBus;
  readonly onError: (error: unknown) => void;
  /** Reads the versions of documents that a change names; see `RevisionWatch`. */
  readonly readVersions: RevisionWatchOptions['readVersions'];
  /** Reads an asset again whose event arrived before. */
  readonly readAsset: (id: string) => Promise<Asset | null>;
  /** Called with the ids of documents or assets that their source has not returned in time. */
  onGivenUp(source: Change['source'], ids: readonly string[]): void;
}

/**
 * Creates the change feed. The source may return a change later than its event arrives. Until it does, results are kept for
 * seconds only; then the change is sent once more, because subscribers may have read the old state.
 */
export function createChanges({
  effects,
  openChangeBus,
  onError,
  readVersions,
  readAsset,
  onGivenUp,
}: ChangesOptions): Changes {
  const listeners = new Set<(change: Change) => void>();
  const invalidate = (change: Change) =>
    change.shouldInvalidateAll ? effects.invalidateAll() : effects.invalidate(change.tags);
  const notify = (change: Change) => {
    for (const listener of listeners) {
      try {
        listener(change);
      } catch (error) {
        onError(error);
      }
    }
  };
  const applyChange = async (change: Change) => {
    for (const asset of change.assets) effects.apply(asset);
    if (change.shouldInvalidateAll) effects.invalidateAllLocal();
    // Until now this gateway may have written responses with the old asset to the shared cache.
    else if (change.assets.length > 0) await effects.invalidate(change.tags);
    else effects.invalidateLocal(change.tags);
    notify(change);
  };
  const bus = openChangeBus<Asset>({
    onError,
    onChange: applyChange,
    async onGap() {
      effects.refreshAssets();
      await applyChange(MISSED_EVENTS);
    },
  });
  const documentWatch = createRevisionWatch({
    readVersions,
    hold: effects.hold,
    async onCaughtUp(watched) {
      const change = repeatedChange(watched);
      await invalidate(change);
      await bus.send(change);
    },
    onGivenUp: (ids) => onGivenUp('content', ids),
    onError,
  });
  const assetWatch = createAssetWatch({
    readAsset,
    hold: effects.hold,
    async onCaughtUp(caughtUp) {
      for (const { item, state, tags } of caughtUp)
        await publish({
          source: 'media',
          tags,
          documents: [],
          assets: [{ id: item.id, asset: state ?? null }],
        });
    },
    onGivenUp: (ids) => onGivenUp('media', ids),
    onError,
  });
  const publish = async (change: Change) => {
    await effects.enqueueIndexJobs(change);
    const mayHaveOldDocuments = change.source === 'content' && !change.wasRead;
    const oldAssets = change.assets.filter(({ events = [], asset }) => !hasStateOf(events, asset));
    if (mayHaveOldDocuments || oldAssets.length > 0) await effects.hold(change.tags, HOLD_MS);
    await invalidate(change);
    await bus.send(change);
    if (mayHaveOldDocuments) documentWatch.add(change.documents, change.tags);
    else documentWatch.wereRead(change.documents);
    for (const asset of change.assets)
      if (oldAssets.includes(asset)) assetWatch.add([asset], change.tags, asset.asset);
      else if (asset.events) assetWatch.end(asset.id, () => true);
  };

  return {
    publish,
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async close() {
      await Promise.all([documentWatch.close(), assetWatch.close()]);
      await bus.close();
    },
  };
}

const repeatedChange = (watched: readonly WatchedDocument[]): Change => ({
  source: 'content',
  tags: [...new Set(watched.flatMap(({ tags }) => tags))],
  documents: watched.map(({ document }) => document),
  assets: [],
  isRepeated: true,
});
