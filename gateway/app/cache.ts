import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import { briefCauseOf } from '../core/errors.ts';
import { createCdnPurge, noCdnPurge } from '../services/cache/cdnPurge.ts';
import { createTaggedCache, type TaggedCache } from '../services/cache/taggedCache.ts';
import type { Storage } from '../services/storage/storage.ts';
import type { Metrics } from '../services/telemetry/metrics.ts';
import type { Tracing } from '../services/telemetry/tracing.ts';

interface GatewayCacheOptions {
  readonly config: Config;
  readonly storage: Pick<Storage, 'shared'>;
  readonly metrics: Metrics;
  readonly tracing: Pick<Tracing, 'cacheLookup'>;
  readonly log: Logger;
  readonly now?: (() => number) | undefined;
}

/** The share of `CACHE_MEMORY_MB` for encoded bodies of cached responses. */
const ENCODED_SHARE = 1 / 4;

/** Returns the memory for encoded bodies of cached responses. */
export const maxEncodedBytes = ({ cache }: Config): number => cache.maxBytes * ENCODED_SHARE;

/** Creates the cache of a gateway: in memory, in Redis if configured, with purges of a CDN if configured. */
export function createCache({
  config,
  storage,
  metrics,
  tracing,
  log,
  now,
}: GatewayCacheOptions): TaggedCache {
  const { shared } = storage;
  const { purge } = config.cache;
  const maxBytes = config.cache.maxBytes - maxEncodedBytes(config);
  const cache = createTaggedCache({
    maxBytes,
    ...(now && { now }),
    ...(shared && {
      shared: (remoteInvalidations) =>
        shared.openCache(remoteInvalidations, (isAvailable, failure) =>
          isAvailable
            ? log.info('cache: Redis is available again')
            : log.warn(
                failure,
                failure?.limitMs === undefined
                  ? 'cache: Redis is unavailable; the gateway goes on, and caches responses in memory only'
                  : 'cache: Redis has not answered an operation in time; the gateway goes on, and caches responses in memory only until Redis answers again',
              ),
        ),
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
          'a provider failed; a stale cached response was served',
        );
      },
    },
  });
  metrics.observeCacheSize(cache);
  return cache;
}
