import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import { createCallLimiter } from '../services/rateLimit/callLimiter.ts';
import { createRateLimiter, type RateLimiter } from '../services/rateLimit/rateLimiter.ts';
import type { Storage } from '../services/storage/storage.ts';
import type { Metrics } from '../services/telemetry/metrics.ts';
import type { CallLimiter } from '../services/upstream/callLimit.ts';

/** The limits of callers, of operations and of calls to providers. */
interface RateLimits {
  readonly rateLimiter: RateLimiter;
  readonly callLimiter: CallLimiter;
  close(): void;
}

/** Creates the rate limits of a gateway, over one set of buckets. */
export function createRateLimits({
  config: { rateLimits, callLimits },
  storage,
  metrics,
  log,
}: {
  readonly config: Config;
  readonly storage: Pick<Storage, 'openBuckets'>;
  readonly metrics: Metrics;
  readonly log: Logger;
}): RateLimits {
  const buckets = storage.openBuckets((isAvailable, failure) =>
    isAvailable
      ? log.info('rate limits apply to all instances together again')
      : log.warn(
          failure,
          `rate limits apply to each instance alone: Redis ${failure?.limitMs === undefined ? 'is unavailable' : 'has not answered an operation in time'}`,
        ),
  );
  return {
    rateLimiter: createRateLimiter(rateLimits, buckets, metrics.rateLimits),
    callLimiter: createCallLimiter(callLimits, buckets),
    close: buckets.close,
  };
}
