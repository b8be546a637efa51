/** Sustained requests per second of an account; short bursts may exceed it. */
export interface RateLimits {
  postPerSecond: number;
  otherPerSecond: number;
}

/**
 * Limits from Mux's documentation, "Make API requests": 1 request per second for POST, 5 for all other
 * methods.
 */
export const MUX_RATE_LIMITS: RateLimits = { postPerSecond: 1, otherPerSecond: 5 };

/**
 * Mux allows "short periods" above the sustained rate without a number. Five seconds of requests are enough
 * for the lookups of a page, and a client without throttling is soon rejected.
 */
export const BURST_SECONDS = 5;

/** Two token buckets: one for POST, one for all other methods. */
export interface RateLimiter {
  /** Takes a token for one request; returns false when the bucket is empty. */
  take(method: string): boolean;
  /** Fills both buckets. */
  reset(): void;
}

/** Creates a rate limiter with full buckets. */
export function createRateLimiter(limits: RateLimits): RateLimiter {
  const createBuckets = () => ({ post: bucket(limits.postPerSecond), other: bucket(limits.otherPerSecond) });
  let buckets = createBuckets();
  return {
    take: (method) => (method === 'POST' ? buckets.post() : buckets.other()),
    reset: () => {
      buckets = createBuckets();
    },
  };
}

function bucket(perSecond: number): () => boolean {
  const size = Math.max(1, perSecond * BURST_SECONDS);
  let tokens = size;
  let refilledAt = performance.now();
  return () => {
    const now = performance.now();
    tokens = Math.min(size, tokens + ((now - refilledAt) / 1000) * perSecond);
    refilledAt = now;
    if (tokens < 1) return false;
    tokens -= 1;
    return true;
  };
}
