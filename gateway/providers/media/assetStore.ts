import { LRUCache } from 'lru-cache';
import type { Asset } from './asset.ts';

/** What is known of an asset. */
export interface StoredAsset {
  /** Null when Mux said that there is none. */
  readonly asset: Asset | null;
  /** When it was known, in the clock of `performance.now()`. */
  readonly readAt: number;
  /** The place of the question in the order of all questions and all news. */
  readonly order: number;
}

/** Assets in memory, found by their own id and by their playback ids. */
export interface AssetStore {
  /** A place in the order, taken before a question is asked. */
  begin(): number;
  get(id: string): StoredAsset | undefined;
  assetIdOf(playbackId: string): string | undefined;
  /** Keeps an answer, unless something newer came while it was on its way. @returns what is now known */
  put(id: string, asset: Asset | null, order: number): Asset | null;
  /**
   * Forgets assets that were not seen since this place in the order: a whole listing did not name them.
   * @returns their ids
   */
  forgetUnseen(since: number): readonly string[];
}

/** @param most how many assets are held; those not asked for the longest time are let go */
export function createAssetStore(most: number): AssetStore {
  let order = 0;
  const assetIds = new Map<string, string>();
  const held = new LRUCache<string, StoredAsset>({
    max: most,
    dispose: ({ asset }, id) => {
      for (const playback of asset?.playback_ids ?? [])
        if (assetIds.get(playback.id) === id) assetIds.delete(playback.id);
    },
  });

  return {
    begin: () => ++order,
    get: (id) => held.get(id),
    assetIdOf: (playbackId) => assetIds.get(playbackId),
    put(id, asset, order) {
      const known = held.peek(id);
      if (known && known.order > order) return known.asset;
      held.set(id, { asset, readAt: performance.now(), order });
      for (const playback of asset?.playback_ids ?? []) assetIds.set(playback.id, id);
      return asset;
    },
    forgetUnseen(since) {
      const unseen = [...held.entries()].filter(([, { asset, order }]) => asset && order < since);
      for (const [id] of unseen) held.delete(id);
      return unseen.map(([id]) => id);
    },
  };
}
