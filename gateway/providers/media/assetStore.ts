import { LRUCache } from 'lru-cache';
import type { Asset } from './asset.ts';

export interface StoredAsset {
  /** Null if Mux has no such asset. */
  readonly asset: Asset | null;
  /** `performance.now()` when it was stored. */
  readonly readAt: number;
  /** See `AssetStore.nextOrder`. */
  readonly order: number;
}

/** Assets in memory, by id and by playback id. */
export interface AssetStore {
  /** Returns an increasing number. A caller takes one before it sends a request, so that `put` can detect outdated responses. */
  nextOrder(): number;
  get(id: string): StoredAsset | undefined;
  assetIdOf(playbackId: string): string | undefined;
  /** Stores an asset, unless the stored one has a higher order. @returns the stored asset */
  put(id: string, asset: Asset | null, order: number): Asset | null;
  /**
   * Removes the assets with a lower order: a complete listing did not contain them.
   * @returns their ids
   */
  removeUnseen(order: number): readonly string[];
}

/** Creates a store that evicts the least recently used asset above `maxAssets`. */
export function createAssetStore(maxAssets: number): AssetStore {
  let lastOrder = 0;
  const assetIds = new Map<string, string>();
  const assets = new LRUCache<string, StoredAsset>({
    max: maxAssets,
    dispose: ({ asset }, id) => {
      for (const playback of asset?.playback_ids ?? [])
        if (assetIds.get(playback.id) === id) assetIds.delete(playback.id);
    },
  });

  return {
    nextOrder: () => ++lastOrder,
    get: (id) => assets.get(id),
    assetIdOf: (playbackId) => assetIds.get(playbackId),
    put(id, asset, order) {
      const stored = assets.peek(id);
      if (stored && stored.order > order) return stored.asset;
      assets.set(id, { asset, readAt: performance.now(), order });
      for (const playback of asset?.playback_ids ?? []) assetIds.set(playback.id, id);
      return asset;
    },
    removeUnseen(order) {
      const unseen = [...assets.entries()].filter(([, stored]) => stored.asset && stored.order < order);
      for (const [id] of unseen) assets.delete(id);
      return unseen.map(([id]) => id);
    },
  };
}
