import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import type { Channel } from '../services/cluster/channel.ts';
import { createCallLimiter } from '../services/rateLimit/callLimiter.ts';
import { createClusterBuckets } from '../services/rateLimit/clusterBuckets.ts';
import { createClusterConnectionSlots } from '../services/rateLimit/clusterConnectionSlots.ts';
import type { ConnectionSlots } from '../services/rateLimit/connectionSlots.ts';
import { createMemoryBuckets } from '../services/rateLimit/memoryBuckets.ts';
import { createMemoryConnectionSlots } from '../services/rateLimit/memoryConnectionSlots.ts';
import { createRateLimiter, type RateLimiter } from '../services/rateLimit/rateLimiter.ts';
import { createRedisBuckets } from '../services/rateLimit/redisBuckets.ts';
import type { Metrics } from '../services/telemetry/metrics.ts';
import type { CallLimiter } from '../services/upstream/callLimit.ts';

/** The limits of callers, of operations and of calls to providers. */
interface RateLimits {
  readonly rateLimiter: RateLimiter;
  readonly callLimiter: CallLimiter;
  /** Instances with the same Redis do not share them. */
  readonly slots: ConnectionSlots;
  close(): void;
}

/** Creates the rate limits of a gateway. Their buckets are in Redis if configured, else in memory: in that of the primary process, if there is one. */
export function createRateLimits({
  config: { rateLimits, callLimits, redisUrl, content },
  metrics,
  log,
  primaryChannel,
  now,
}: {
  readonly config: Config;
  readonly metrics: Metrics;
  readonly log: Logger;
  readonly primaryChannel?: Channel | undefined;
  readonly now?: (() => number) | undefined;
}): RateLimits {
  const buckets =
    redisUrl === undefined
      ? primaryChannel
        ? createClusterBuckets(primaryChannel)
        : createMemoryBuckets(now)
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
    slots: primaryChannel ? createClusterConnectionSlots(primaryChannel) : createMemoryConnectionSlots(),
    close: buckets.close,
  };
}
