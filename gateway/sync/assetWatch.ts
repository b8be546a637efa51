import type { ChangedAsset } from '../core/change.ts';
import type { Asset } from '../providers/media/asset.ts';
import { hasStateOf } from '../providers/media/assetEvent.ts';
import { createSourceWatch, type SourceWatch, type SourceWatchOptions } from './sourceWatch.ts';

/** Reads the media library until it returns the assets as their events tell. */
export type AssetWatch = SourceWatch<ChangedAsset<Asset>, Asset | null>;

export interface AssetWatchOptions
  extends Pick<SourceWatchOptions<ChangedAsset<Asset>, Asset | null>, 'hold' | 'onCaughtUp' | 'onError'> {
  readonly readAsset: (id: string) => Promise<Asset | null>;
  /** Called with the ids of assets that the media library did not return, as their events tell, in time. */
  onGivenUp(ids: readonly string[]): void;
}

/** Creates the watch. It reads one asset after another, because of the rate limit. */
export const createAssetWatch = ({ readAsset, onGivenUp, ...options }: AssetWatchOptions): AssetWatch =>
  createSourceWatch({
    ...options,
    read: async ([id = '']) => new Map([[id, await readAsset(id)]]),
    maxIds: 1,
    // Each change has the newest events.
    isOlder: () => false,
    isReturned: ({ item: { events = [] } }, asset = null) => hasStateOf(events, asset),
    onGivenUp: (assets) => onGivenUp(assets.map(({ id }) => id)),
  });
