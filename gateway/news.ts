import type { Logger } from 'pino';
import type { TaggedCache } from './cache.ts';
import { type Changes, createChanges, openLocalCorridor } from './changes.ts';
import type { Config } from './configuration/config.ts';
import type { ContentClient } from './content/client.ts';
import { liveEvents } from './content/live.ts';
import { createContentWebhooks } from './content/news.ts';
import { createContentSync } from './content/sync.ts';
import { IMAGE_ASSET, VIDEO_ASSET } from './content/tags.ts';
import type { Durable } from './durable.ts';
import type { Letter, WebhookRoom } from './http/webhooks.ts';
import { createUpkeep, failureTeller, type Upkeep } from './indexing/upkeep.ts';
import { assetOfNews, createMediaWebhooks, createNewsReader } from './media/news.ts';
import type { MediaRoom } from './media/room.ts';
import type { Metrics } from './metrics.ts';
import type { Model } from './model/model.ts';
import { createPresence } from './presence.ts';
import { createWorker } from './queue/worker.ts';
import { redisCorridor } from './redisCorridor.ts';

/** What the rest of the gateway has of the providers' news. */
export interface News {
  readonly changes: Changes;
  /** Webhooks whose secret is known, by provider. */
  readonly webhooks: Readonly<Partial<Record<Letter['source'], WebhookRoom>>>;
  /** Looks at the inbox now. */
  wake(): void;
  /** Reads an asset that was found to have changed without news of it, and publishes what it is now. */
  reread(asset: string): void;
  /** Ends after what is being worked at. */
  close(): Promise<void>;
}

interface NewsOptions {
  readonly config: Config;
  readonly model: Model;
  readonly content: ContentClient;
  readonly media: MediaRoom;
  readonly cache: TaggedCache;
  readonly durable: Durable;
  readonly metrics: Pick<Metrics, 'indexWork' | 'heardOf'>;
  readonly log: Logger;
}

/** Begins to follow the providers: their deliveries, their live events, and the index work that comes of them. */
export function createNews(options: NewsOptions): News {
  const { config, media, cache, durable, metrics, log } = options;
  const { redis, prefix } = durable;
  const onTrouble = (error: unknown) => log.warn({ err: error }, 'news is delayed');
  const changes = createChanges({
    effects: {
      purge: cache.purge,
      purgeAll: cache.purgeAll,
      forget: cache.forget,
      forgetAll: cache.forgetAll,
      apply: ({ id, asset }) => media.mirror.apply(id, asset),
      reread: () => void media.mirror.reread().catch(onTrouble),
      async follow(change) {
        metrics.heardOf(change);
        await upkeep?.follow(change);
      },
    },
    openCorridor: redis ? redisCorridor(redis, prefix, onTrouble) : openLocalCorridor,
    onTrouble,
  });
  const upkeep =
    config.search.writeKey && config.followsNews
      ? createUpkeep({ ...options, publish: changes.publish })
      : undefined;
  const following = config.followsNews ? follow(options, changes, upkeep, onTrouble) : undefined;

  return {
    changes,
    webhooks: {
      ...(config.content.webhookSecret && { content: createContentWebhooks(config.content.webhookSecret) }),
      ...(config.media.webhookSecret && { media: createMediaWebhooks(config.media.webhookSecret) }),
    },
    wake: () => following?.wake(),
    reread: (asset) => following?.reread(asset),
    async close() {
      await following?.close();
      await upkeep?.close();
      await changes.close();
    },
  };
}

/** Follows the providers: the inbox, the live events of the content service, and sweeps. */
function follow(
  { config, model, content, media, durable, log }: NewsOptions,
  { publish }: Changes,
  upkeep: Upkeep | undefined,
  onTrouble: (error: unknown) => void,
) {
  const isOutlived = config.redisUrl !== undefined || config.cache.purge !== undefined;
  const presence = isOutlived ? createPresence(durable.mark('content followed'), onTrouble) : undefined;
  const sync = createContentSync({
    client: content,
    live: liveEvents(config.content),
    types: [...model.typeOfDocument.keys(), IMAGE_ASSET, VIDEO_ASSET],
    dataset: config.content.dataset,
    publish,
    mark: durable.mark('content sweep'),
    // What this process keeps begins with it; what others keep for it may be of a time when nobody followed.
    async hasGap() {
      const isGap = (await presence?.begin()) ?? false;
      // A short absence is made up for by a sweep, but for deletions.
      if (presence && !isGap) await upkeep?.suspect();
      return isGap;
    },
    onUnexplained: async () => upkeep?.suspect(),
    onTrouble,
  });
  const readAsset = createNewsReader(media.mirror);
  const publishAsset = async (id: string) => {
    const asset = await readAsset(id);
    await publish({ source: 'media', tags: [`media:${id}`], documents: [], assets: [asset] });
  };
  const inbox = createWorker({
    queue: durable.inbox,
    async handle({ body }) {
      const letter = JSON.parse(body) as Letter;
      if (letter.source === 'content') return sync.take(letter);
      const id = letter.source === 'media' ? assetOfNews(letter) : undefined;
      if (id !== undefined) await publishAsset(id);
    },
    onFailure: failureTeller(log, 'a delivery could not be worked at'),
    onTrouble,
  });
  return {
    wake: inbox.wake,
    reread: (id: string) => void publishAsset(id).catch(onTrouble),
    async close() {
      presence?.close();
      await Promise.all([sync.close(), inbox.close()]);
    },
  };
}
