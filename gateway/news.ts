import type { Logger } from 'pino';
import type { TaggedCache } from './cache.ts';
import { type Changes, createChanges, openLocalCorridor } from './changes.ts';
import type { Config } from './config.ts';
import type { ContentClient } from './content/client.ts';
import { liveEvents } from './content/live.ts';
import { createContentWebhooks } from './content/news.ts';
import { createContentSync } from './content/sync.ts';
import { IMAGE_ASSET, VIDEO_ASSET } from './content/tags.ts';
import type { Durable } from './durable.ts';
import { causeOf } from './errors.ts';
import { addChores, choreOf, choresOf } from './indexing/chores.ts';
import { createKeeper, TooEarly } from './indexing/keeper.ts';
import { createIndexSources } from './indexing/sources.ts';
import { assetOfNews, createMediaWebhooks, createNewsReader } from './media/news.ts';
import type { MediaRoom } from './media/room.ts';
import type { Model } from './model.ts';
import { createWorker, type WorkerOptions } from './queue/worker.ts';
import { redisCorridor } from './redisCorridor.ts';
import { createIndexWriter } from './search/writer.ts';
import type { Letter, WebhookRoom } from './webhooks.ts';

/** What the rest of the gateway has of the providers' news. */
export interface News {
  readonly changes: Changes;
  /** Webhooks whose secret is known, by provider. */
  readonly webhooks: Readonly<Partial<Record<Letter['source'], WebhookRoom>>>;
  /** Looks at the inbox now. */
  wake(): void;
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
  readonly log: Logger;
}

/** Begins to follow the providers: their deliveries, their live events, and the index work that comes of them. */
export function createNews(options: NewsOptions): News {
  const { config, media, cache, durable, log } = options;
  const { redis, prefix } = durable;
  const onTrouble = (error: unknown) => log.warn({ err: error }, 'news is delayed');
  const index = openIndex(options);
  const changes = createChanges({
    effects: {
      purge: cache.purge,
      purgeAll: cache.purgeAll,
      forget: cache.forget,
      forgetAll: cache.forgetAll,
      apply: ({ id, asset }) => media.mirror.apply(id, asset),
      follow: (change) => index?.follow(change) ?? Promise.resolve(),
    },
    openCorridor: redis ? redisCorridor(redis, prefix, onTrouble) : openLocalCorridor,
    onTrouble,
  });
  const following = config.followsNews ? follow(options, changes, onTrouble) : undefined;

  return {
    changes,
    webhooks: {
      ...(config.content.webhookSecret && { content: createContentWebhooks(config.content.webhookSecret) }),
      ...(config.media.webhookSecret && { media: createMediaWebhooks(config.media.webhookSecret) }),
    },
    wake: () => following?.wake(),
    async close() {
      await Promise.all([following?.close(), index?.close(), changes.close()]);
    },
  };
}

/** Follows the providers: the inbox, the live events of the content service, and sweeps. */
function follow(
  { config, model, content, media, durable, log }: NewsOptions,
  { publish }: Changes,
  onTrouble: (error: unknown) => void,
) {
  const sync = createContentSync({
    client: content,
    live: liveEvents(config.content),
    types: [...model.typeOfDocument.keys(), IMAGE_ASSET, VIDEO_ASSET],
    publish,
    mark: durable.mark('content sweep'),
    onTrouble,
  });
  const readAsset = createNewsReader(media.mirror);
  const inbox = createWorker({
    queue: durable.inbox,
    async handle({ body }) {
      const letter = JSON.parse(body) as Letter;
      if (letter.source === 'content') return sync.take(letter);
      const id = assetOfNews(letter);
      if (id === undefined) return;
      const asset = await readAsset(id);
      await publish({ source: 'media', tags: [`media:${id}`], documents: [], assets: [asset] });
    },
    onFailure: tellFailure(log, 'a delivery could not be worked at'),
    onTrouble,
  });
  return {
    wake: inbox.wake,
    close: () => Promise.all([sync.close(), inbox.close()]),
  };
}

/** The index as news leads to it; undefined where there is no key to write it with. */
function openIndex({ config, model, content, media, cache, durable, log }: NewsOptions) {
  if (!config.search.writeKey || !config.followsNews) return undefined;
  const search = createIndexWriter(config.search);
  const add = async (chores: Parameters<typeof addChores>[1]) => {
    await addChores(durable.index, chores);
    worker.wake();
  };
  const keep = createKeeper({
    model,
    search,
    sources: createIndexSources({ model, content, media }),
    add,
    onIndexed: (index) => cache.purge([`search:${index}`]),
  });
  const worker = createWorker({
    queue: durable.index,
    handle: (item) => keep(choreOf(item), item.attempts),
    onFailure: tellFailure(log, 'the index could not follow'),
    onTrouble: (error) => log.warn({ err: error }, 'index work is delayed'),
  });
  return {
    follow: (change: Parameters<typeof choresOf>[0]) => add(choresOf(change)),
    close: worker.close,
  };
}

/** Characters of a provider's complaint that go to the log. */
const LONGEST_CAUSE = 500;

const tellFailure =
  (log: Logger, what: string): WorkerOptions['onFailure'] =>
  ({ key, attempts }, error, givenUp) => {
    if (error instanceof TooEarly) return log.debug({ key, reason: error.message }, 'asked too early');
    if (givenUp) log.error({ key, attempts, err: causeOf(error) }, `${what}, and it is given up`);
    else log.warn({ key, attempts, reason: String(causeOf(error)).slice(0, LONGEST_CAUSE) }, `${what} yet`);
  };
