import type { Logger } from 'pino';
import { createTaggedCache, type TaggedCache } from '../cache.ts';
import type { Config } from '../configuration/config.ts';
import { briefCauseOf } from '../errors.ts';
import type { Metrics } from '../metrics.ts';
import type { Tracing } from '../watching/tracing.ts';
import { createHttpPurgeHook, noPurgeHook } from './purgeHook.ts';
import { createRedisStore } from './redisStore.ts';

interface GatewayCacheOptions {
  readonly config: Config;
  readonly metrics: Metrics;
  readonly tracing: Pick<Tracing, 'lookedUp'>;
  readonly log: Logger;
  readonly now?: (() => number) | undefined;
}

/** Begins the names of what gateways share in Redis; the number changes with the shape of what is kept. */
const PREFIX = 'trivium:cache:1';

/** The cache of a gateway as its configuration has it: in memory, in Redis where there is one, and the CDN told. */
export function createGatewayCache({ config, metrics, tracing, log, now }: GatewayCacheOptions): TaggedCache {
  const { redisUrl, content } = config;
  const { bytes, purge } = config.cache;
  const cache = createTaggedCache({
    bytes,
    ...(now && { now }),
    ...(redisUrl && {
      shared: (heard) =>
        createRedisStore({
          url: redisUrl,
          prefix: `${PREFIX}:${content.projectId}:${content.dataset}`,
          heard,
          told: (event, error) =>
            event === 'back'
              ? log.info('Redis is back')
              : log.warn({ cause: String(error) }, 'Redis is away; answers are kept in memory alone'),
        }),
    }),
    edge: purge
      ? createHttpPurgeHook({
          ...purge,
          told(outcome, error) {
            metrics.edgePurged(outcome);
            if (error) log.warn({ cause: String(error) }, 'the CDN could not be told of a purge');
          },
        })
      : noPurgeHook,
    observe: {
      ...metrics.observeCache,
      read(layer, state) {
        metrics.observeCache.read(layer, state);
        tracing.lookedUp(layer, state);
      },
      covered(layer, error) {
        metrics.observeCache.covered(layer, error);
        log.warn(
          { layer, cause: briefCauseOf(error) },
          'a provider failed, and a kept answer stood in for its',
        );
      },
    },
  });
  metrics.watch(cache);
  return cache;
}
