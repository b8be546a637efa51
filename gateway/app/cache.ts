import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import { briefCauseOf } from '../core/errors.ts';
import { createCdnPurge, noCdnPurge } from '../services/cache/cdnPurge.ts';
import { createRedisStore } from '../services/cache/redisStore.ts';
import { createTaggedCache, type TaggedCache } from '../services/cache/taggedCache.ts';
import type { Metrics } from '../services/telemetry/metrics.ts';
import type { Tracing } from '../services/telemetry/tracing.ts';

interface CacheOptions {
  readonly config: Config;
  readonly metrics: Metrics;
  readonly tracing: Pick<Tracing, 'cacheLookup'>;
  readonly log: Logger;
  readonly now?: (() => number) | undefined;
}

/** Begins the names of what gateways share in Redis; the number changes with the shape of what is kept. */
const PREFIX = 'trivium:cache:1';

/** Creates the cache of a gateway: in memory, in Redis if configured, with purges of a CDN if configured. */
export function createCache({ config, metrics, tracing, log, now }: CacheOptions): TaggedCache {
  const { redisUrl, content } = config;
  const { maxBytes, purge } = config.cache;
  const cache = createTaggedCache({
    maxBytes: maxBytes,
    ...(now && { now }),
    ...(redisUrl && {
      shared: (remotePurges) =>
        createRedisStore({
          url: redisUrl,
          prefix: `${PREFIX}:${content.projectId}:${content.dataset}`,
          remotePurges,
          onAvailability: (event, error) =>
            event === 'back'
              ? log.info('Redis is back')
              : log.warn({ cause: String(error) }, 'Redis is away; answers are kept in memory alone'),
        }),
    }),
    cdn: purge
      ? createCdnPurge({
          ...purge,
          onOutcome(outcome, error) {
            metrics.cdnPurged(outcome);
            if (error) log.warn({ cause: String(error) }, 'the CDN purge failed');
          },
        })
      : noCdnPurge,
    observe: {
      ...metrics.cache,
      read(layer, state) {
        metrics.cache.read(layer, state);
        tracing.cacheLookup(layer, state);
      },
      servedStale(layer, error) {
        metrics.cache.servedStale(layer, error);
        log.warn(
          { layer, cause: briefCauseOf(error) },
          'a provider failed, and a kept answer stood in for its',
        );
      },
    },
  });
  metrics.observeCacheSize(cache);
  return cache;
}
