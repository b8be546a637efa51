import type { Change, ChangedAsset } from '../../core/change.ts';
import type { WebhookDelivery } from '../../services/upstream/webhook.ts';
import type { Asset } from './asset.ts';
import type { AssetCache } from './assetCache.ts';
import { assetIdOfEvent } from './webhook.ts';

/** Turns events of the media library into changes. */
export interface MediaSync {
  /** Begins to publish assets that the asset cache finds changed without an event. */
  start(): void;
  /** Reads the asset that a webhook delivery is about and publishes it. */
  take(delivery: WebhookDelivery): Promise<void>;
}

export interface MediaSyncOptions {
  readonly assetCache: Pick<AssetCache, 'refresh' | 'onChanged'>;
  publish(change: Change<Asset>): Promise<void>;
  onError(error: unknown): void;
}

/** Creates the sync. An event is a hint: the asset is read again and published as it is then. */
export function createMediaSync({ assetCache, publish, onError }: MediaSyncOptions): MediaSync {
  const read = createAssetReader(assetCache);
  const publishAsset = async (id: string) => {
    const asset = await read(id);
    await publish({ source: 'media', tags: [`media:${id}`], documents: [], assets: [asset] });
  };
  return {
    start() {
      assetCache.onChanged((id) => void publishAsset(id).catch(onError));
    },
    async take(delivery) {
      const id = assetIdOfEvent(delivery);
      if (id !== undefined) await publishAsset(id);
    },
  };
}

/** Reads assets, one read of an asset at a time, so that a later event publishes the later state. */
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
