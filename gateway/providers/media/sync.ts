import type { Change, ChangedAsset } from '../../core/change.ts';
import type { WebhookDelivery } from '../../services/upstream/webhook.ts';
import type { Asset } from './asset.ts';
import type { AssetCache } from './assetCache.ts';
import { assetTag } from './tags.ts';
import { assetIdOfEvent } from './webhook.ts';

/** Converts the media library's events to changes. */
export interface MediaSync {
  /** Starts to publish assets that the asset cache finds changed without an event. */
  start(): void;
  /** Reads the asset of a webhook delivery and publishes it. */
  handleDelivery(delivery: WebhookDelivery): Promise<void>;
}

export interface MediaSyncOptions {
  readonly assetCache: Pick<AssetCache, 'refresh' | 'onChanged'>;
  publish(change: Change<Asset>): Promise<void>;
  onError(error: unknown): void;
}

/** Creates the sync. An event is only a hint: the sync reads the asset and publishes its current state. */
export function createMediaSync({ assetCache, publish, onError }: MediaSyncOptions): MediaSync {
  const read = createAssetReader(assetCache);
  const publishAsset = async (id: string) => {
    const asset = await read(id);
    await publish({ source: 'media', tags: [assetTag(id)], documents: [], assets: [asset] });
  };
  return {
    start() {
      assetCache.onChanged((id) => void publishAsset(id).catch(onError));
    },
    async handleDelivery(delivery) {
      const id = assetIdOfEvent(delivery);
      if (id !== undefined) await publishAsset(id);
    },
  };
}

/** Creates a function that reads one asset at most once at a time, so that a later event publishes a later state. */
function createAssetReader(
  assetCache: Pick<AssetCache, 'refresh'>,
): (id: string) => Promise<ChangedAsset<Asset>> {
  const running = new Map<string, Promise<ChangedAsset<Asset>>>();
  return (id) => {
    const previous = running.get(id) ?? Promise.resolve();
    const read = previous.catch(() => {}).then(async () => ({ id, asset: await assetCache.refresh(id) }));
    running.set(id, read);
    const forget = () => {
      if (running.get(id) === read) running.delete(id);
    };
    read.then(forget, forget);
    return read;
  };
}
