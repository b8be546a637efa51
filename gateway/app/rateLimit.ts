import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import { createCallLimiter } from '../services/rateLimit/callLimiter.ts';
import { createRateLimiter, type RateLimiter } from '../services/rateLimit/rateLimiter.ts';
import { createMemoryBuckets } from '../services/storage/memory/memoryBuckets.ts';
import { createRedisBuckets } from '../services/storage/redis/redisBuckets.ts';
import type { Metrics } from '../services/telemetry/metrics.ts';
import type { CallLimiter } from '../services/upstream/callLimit.ts';

/** The limits of callers, of operations and of calls to providers. */
interface RateLimits {
  readonly rateLimiter: RateLimiter;
  readonly callLimiter: CallLimiter;
  close(): void;
}

/** Creates the rate limits of a gateway. Their buckets are in Redis if configured, else in memory. */
export function createRateLimits({
  config: { rateLimits, callLimits, redisUrl, content },
  metrics,
  log,
  now,
}: {
  readonly config: Config;
  readonly metrics: Metrics;
  readonly log: Logger;
  readonly now?: (() => number) | undefined;
}): RateLimits {
  const buckets =
    redisUrl === undefined
      ? createMemoryBuckets(now)
      : createRedisBuckets({
          url: redisUrl,
          prefix: `trivium:${content.projectId}:${content.dataset}`,
          onAvailability: (isAvailable, failure) =>
            isAvailable
              ? log.info('rate limits apply to all instances together again')
              : log.warn(
                  failure,
                  `rate limits apply to each instance alone: Redis ${failure?.limitMs === undefined ? 'is unavailable' : 'has not answered an operation in time'}`,
                ),
        });
  return {
    rateLimiter: createRateLimiter(rateLimits, buckets, metrics.rateLimits),
    callLimiter: createCallLimiter(callLimits, buckets),
    close: buckets.close,
  };
}
