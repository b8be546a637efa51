import type { RateLimitConfig } from '../../config/config.ts';
import type { RateLimit } from '../../config/formats.ts';
import { IPV6_SITE_LIMIT_FACTOR, ipv6SiteOf } from '../../core/clientAddress.ts';
import { type Caller, identityOf } from '../../core/context.ts';
import { andThen, type MaybePromise } from '../../core/maybePromise.ts';
import type { RateLimitStatus } from '../../core/operationCost.ts';
import { type BucketStore, bucketOf, combine, type TakeResult, type TokenBucket } from './tokenBucket.ts';

/** Records charges, refunds and rejections. */
export interface RateLimitObserver {
  charged(kind: Caller['kind'], points: number): void;
  refunded(kind: Caller['kind'], points: number): void;
  rejected(kind: Caller['kind']): void;
}

/** The result of charging a caller. */
export interface Charge {
  /** False if there were too few points; then none are charged. */
  readonly isGranted: boolean;
  /** Seconds until there are enough points; 0 if granted. */
  readonly waitSeconds: number;
  readonly status: RateLimitStatus;
  /** Returns unused points to the bucket, and the status afterwards. */
  refund(points: number): RateLimitStatus;
  /**
   * Charges `used` points in total: returns unused points, or takes the missing points even if the bucket has fewer. Callers
   * whose bucket is below zero are rejected until it is restored. Returns the status afterwards.
   */
  settle(used: number): RateLimitStatus;
}

/** Charges callers for the cost of their requests. */
export interface RateLimiter {
  /** Returns the rate limit of a caller; undefined if it has none. */
  limitOf(caller: Caller): RateLimit | undefined;
  /** Takes points from a caller's bucket if there are enough; 0 only reads it. Undefined if the caller has no limit. */
  charge(caller: Caller, points: number): MaybePromise<Charge | undefined>;
  close(): void;
}

/** Creates the rate limiter, with one token bucket per caller. The networks of an IPv6 site share a bucket, too. */
export function createRateLimiter(
  config: RateLimitConfig,
  buckets: BucketStore,
  observer: RateLimitObserver,
): RateLimiter {
  const limitOf = ({ kind }: Caller) => {
    if (kind === 'operator') return undefined;
    return kind === 'anonymous' ? config.anonymous : config.key;
  };
  const bucketOfCaller = (caller: Caller, limit: RateLimit): TokenBucket => {
    const own = bucketOf(buckets, identityOf(caller), limit);
    const site = caller.kind === 'anonymous' ? ipv6SiteOf(caller.address) : undefined;
    return site === undefined ? own : combine(own, bucketOf(buckets, `site:${site}`, siteLimit(limit)));
  };
  const createCharge = (
    { kind }: Caller,
    points: number,
    limit: RateLimit,
    bucket: TokenBucket,
    { isGranted, waitSeconds, available }: TakeResult,
  ): Charge => {
    if (!isGranted) observer.rejected(kind);
    else if (points > 0) observer.charged(kind, points);
    const statusAt = (level: number): RateLimitStatus => ({
      ...limit,
      available: Math.max(0, Math.floor(Math.min(limit.maximum, level))),
    });
    const refund = (unused: number): RateLimitStatus => {
      if (unused <= 0 || !isGranted) return statusAt(available);
      bucket.refund(unused);
      observer.refunded(kind, unused);
      return statusAt(available + unused);
    };
    return {
      isGranted,
      waitSeconds,
      status: statusAt(available),
      refund,
      settle(used) {
        const missing = used - points;
        if (missing <= 0) return refund(-missing);
        bucket.debit(missing);
        observer.charged(kind, missing);
        return statusAt(available - missing);
      },
    };
  };
  return {
    limitOf,
    charge(caller, points) {
      const limit = limitOf(caller);
      if (!limit) return undefined;
      const bucket = bucketOfCaller(caller, limit);
      return andThen(bucket.take(points), (taken) => createCharge(caller, points, limit, bucket, taken));
    },
    close: buckets.close,
  };
}

/** Returns the limit that the networks of an IPv6 site share. */
const siteLimit = ({ maximum, restoreRate }: RateLimit): RateLimit => ({
  maximum: IPV6_SITE_LIMIT_FACTOR * maximum,
  restoreRate: IPV6_SITE_LIMIT_FACTOR * restoreRate,
});
