import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import { createMemoryBuckets } from '../services/rateLimit/memoryBuckets.ts';
import { createRateLimiter, type RateLimiter } from '../services/rateLimit/rateLimiter.ts';
import { createRedisBuckets } from '../services/rateLimit/redisBuckets.ts';
import type { Metrics } from '../services/telemetry/metrics.ts';

/** Creates the rate limiter of a gateway. Its buckets are in Redis if configured, else in memory. */
export function createGatewayRateLimiter({
  config: { rateLimits, redisUrl, content },
  metrics,
  log,
  now,
}: {
  readonly config: Config;
  readonly metrics: Metrics;
  readonly log: Logger;
  readonly now?: (() => number) | undefined;
}): RateLimiter {
  const buckets =
    redisUrl === undefined
      ? createMemoryBuckets(now)
      : createRedisBuckets({
          url: redisUrl,
          prefix: `trivium:${content.projectId}:${content.dataset}`,
          onAvailability: (isAvailable, error) =>
            isAvailable
              ? log.info('rate limiter: buckets are shared again')
              : log.warn(
                  { cause: String(error) },
                  'rate limiter: Redis is unavailable, local buckets decide',
                ),
        });
  return createRateLimiter(rateLimits, buckets, metrics.rateLimits);
}
