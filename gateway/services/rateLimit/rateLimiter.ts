import type { RateLimit, RateLimitConfig } from '../../config/config.ts';
import { networkOf } from '../../core/clientAddress.ts';
import type { Caller } from '../../core/context.ts';
import type { RateLimitStatus } from '../../core/operationCost.ts';
import type { BucketStore } from './tokenBucket.ts';

/** Hears what is used of budgets. */
export interface RateLimitObserver {
  charged(kind: Caller['kind'], points: number): void;
  refunded(kind: Caller['kind'], points: number): void;
  rejected(kind: Caller['kind']): void;
}

/** Points that were taken, or not. */
export interface Charge {
  readonly granted: boolean;
  /** Seconds until there will be enough; 0 where there were. */
  readonly waitSeconds: number;
  readonly status: RateLimitStatus;
  /** Gives back what was not needed. @returns how the budget stands then */
  refund(points: number): RateLimitStatus;
}

/** Who may use how much. */
export interface RateLimiter {
  /** What a caller has; undefined without limit. */
  limitOf(caller: Caller): RateLimit | undefined;
  /** Takes points from a caller's budget where there are as many; 0 only looks. Undefined where there is no limit. */
  charge(caller: Caller, points: number): Promise<Charge | undefined>;
  close(): void;
}

/** Gives each caller a bucket: each key, each editor, and each network from which somebody asks without. */
export function createRateLimiter(config: RateLimitConfig, buckets: BucketStore, observe: RateLimitObserver): RateLimiter {
  const limitOf = ({ kind }: Caller) => {
    if (kind === 'operator') return undefined;
    return kind === 'anonymous' ? config.anonymous : config.key;
  };
  return {
    limitOf,
    async charge(caller, points) {
      const limit = limitOf(caller);
      if (!limit) return undefined;
      const name = bucketName(caller);
      const { granted, available, waitSeconds } = await buckets.take(name, points, limit);
      if (!granted) observe.rejected(caller.kind);
      else if (points > 0) observe.charged(caller.kind, points);
      const statusOf = (left: number): RateLimitStatus => ({
        ...limit,
        available: Math.max(0, Math.floor(Math.min(limit.maximum, left))),
      });
      return {
        granted,
        waitSeconds: waitSeconds,
        status: statusOf(available),
        refund(unused) {
          if (unused <= 0 || !granted) return statusOf(available);
          buckets.refund(name, unused, limit);
          observe.refunded(caller.kind, unused);
          return statusOf(available + unused);
        },
      };
    },
    close: buckets.close,
  };
}

/** The name of a caller's bucket: one for each key, each editor, and each network of anonymous callers. */
export const bucketName = ({ kind, name, address }: Caller): string =>
  kind === 'anonymous' ? `network:${networkOf(address)}` : name;
