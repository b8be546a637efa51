import type { RateLimitConfig } from '../../config/config.ts';
import type { RateLimit } from '../../config/formats.ts';
import { IPV6_SITE_LIMIT_FACTOR, ipv6SiteOf } from '../../core/clientAddress.ts';
import { type Caller, identityOf } from '../../core/context.ts';
import type { RateLimitStatus } from '../../core/operationCost.ts';
import type { BucketStore } from './tokenBucket.ts';

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
   * Charges `used` points in total: returns unused ones, or takes the missing ones even if there are fewer. Callers whose
   * bucket is below zero are rejected until it is restored. Returns the status afterwards.
   */
  settle(used: number): RateLimitStatus;
}

/** Charges callers for the cost of their requests. */
export interface RateLimiter {
  /** Returns the rate limit of a caller; undefined if it has none. */
  limitOf(caller: Caller): RateLimit | undefined;
  /** Takes points from a caller's bucket if there are enough; 0 only reads it. Undefined if the caller has no limit. */
  charge(caller: Caller, points: number): Promise<Charge | undefined>;
  close(): void;
}

/** Creates the rate limiter, with one token bucket per caller. */
export function createRateLimiter(
  config: RateLimitConfig,
  buckets: BucketStore,
  observer: RateLimitObserver,
): RateLimiter {
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
      const site = siteBucket(caller, limit);
      const own = await buckets.take(name, points, limit);
      const ofSite = site && own.isGranted ? await buckets.take(site.name, points, site.limit) : undefined;
      if (ofSite?.isGranted === false) buckets.refund(name, points, limit);
      const { isGranted, waitSeconds, available } = ofSite?.isGranted === false ? ofSite : own;
      if (!isGranted) observer.rejected(caller.kind);
      else if (points > 0) observer.charged(caller.kind, points);
      const statusOf = (points: number): RateLimitStatus => ({
        ...limit,
        available: Math.max(0, Math.floor(Math.min(limit.maximum, points))),
      });
      const refund = (unused: number): RateLimitStatus => {
        if (unused <= 0 || !isGranted) return statusOf(available);
        buckets.refund(name, unused, limit);
        if (site) buckets.refund(site.name, unused, site.limit);
        observer.refunded(caller.kind, unused);
        return statusOf(available + unused);
      };
      return {
        isGranted,
        waitSeconds,
        status: statusOf(available),
        refund,
        settle(used) {
          const missing = used - points;
          if (missing <= 0) return refund(-missing);
          buckets.debit(name, missing, limit);
          if (site) buckets.debit(site.name, missing, site.limit);
          observer.charged(caller.kind, missing);
          return statusOf(available - missing);
        },
      };
    },
    close: buckets.close,
  };
}

/** Returns the name of a caller's bucket. */
export const bucketName: (caller: Caller) => string = identityOf;

/** Returns the bucket that an anonymous caller shares with the other networks of its IPv6 site. */
function siteBucket(
  { kind, address }: Caller,
  { maximum, restoreRate }: RateLimit,
): { readonly name: string; readonly limit: RateLimit } | undefined {
  const site = kind === 'anonymous' ? ipv6SiteOf(address) : undefined;
  if (site === undefined) return undefined;
  return {
    name: `site:${site}`,
    limit: { maximum: IPV6_SITE_LIMIT_FACTOR * maximum, restoreRate: IPV6_SITE_LIMIT_FACTOR * restoreRate },
  };
}
