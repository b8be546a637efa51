import { LRUCache } from 'lru-cache';
import { assetTag } from '../../core/cacheTags.ts';
import type { AssetEvent, Change, ChangedAsset } from '../../core/change.ts';
import { MAX_SOURCE_LAG_MS } from '../../services/cache/sourceLag.ts';
import type { WebhookDelivery } from '../../services/upstream/webhook.ts';
import type { Asset } from './asset.ts';
import type { AssetCache } from './assetCache.ts';
import { assetIdOfEvent, readAssetEvent } from './webhook.ts';

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
  const newestEvents = createNewestEvents();
  const publishAsset = async (id: string, delivery?: WebhookDelivery) => {
    if (delivery) newestEvents.add(id, readAssetEvent(delivery, id));
    const asset = await read(id);
    const events = delivery ? newestEvents.of(id) : [];
    await publish({ source: 'media', tags: [assetTag(id)], documents: [], assets: [{ ...asset, events }] });
  };
  return {
    start() {
      assetCache.onChanged((id) => void publishAsset(id).catch(onError));
    },
    async handleDelivery(delivery) {
      const id = assetIdOfEvent(delivery);
      if (id !== undefined) await publishAsset(id, delivery);
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

/** Assets whose events are remembered. */
const MAX_ASSETS = 1_000;

/** Remembers the newest event of each asset and of each of its parts for as long as the source can lag behind it. */
function createNewestEvents() {
  const known = new LRUCache<string, readonly AssetEvent<Asset>[]>({ max: MAX_ASSETS });
  const isRecent = ({ createdAt }: AssetEvent) => Date.now() - Date.parse(createdAt) <= MAX_SOURCE_LAG_MS;
  const of = (id: string) => (known.get(id) ?? []).filter(isRecent);
  return {
    of,
    add(id: string, event: AssetEvent<Asset>): void {
      const events = of(id);
      const same = events.find(({ part }) => part === event.part);
      if (same && isOlder(event, same)) return;
      known.set(id, [...events.filter((other) => other !== same), event]);
    },
  };
}

/** Events of one millisecond differ in the digits after it. */
const isOlder = ({ createdAt }: AssetEvent, other: AssetEvent): boolean =>
  Date.parse(createdAt) - Date.parse(other.createdAt) < 0 ||
  (Date.parse(createdAt) === Date.parse(other.createdAt) && createdAt < other.createdAt);
