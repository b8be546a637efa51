/** Requests a second an account may sustain; shorter bursts may be faster. */
export interface RateLimits {
  postPerSecond: number;
  otherPerSecond: number;
}

/** What Mux documents under "Make API requests": 1 a second for POST, 5 for every other verb. */
export const MUX_RATE_LIMITS: RateLimits = { postPerSecond: 1, otherPerSecond: 5 };

/**
 * Mux lets "short periods" go above the sustained rate and names no number. Five seconds' worth at once
 * is enough for a page's look-ups and few enough that a client which never waits is soon refused.
 */
export const BURST_SECONDS = 5;

/** Two token buckets, one for POST and one for all other verbs. */
export interface RateLimiter {
  /** Takes one request's token; false when there is none. */
  take(method: string): boolean;
  /** Fills both buckets. */
  reset(): void;
}

/** @returns a limiter with full buckets */
export function rateLimiter(limits: RateLimits): RateLimiter {
  const full = () => ({ post: bucket(limits.postPerSecond), other: bucket(limits.otherPerSecond) });
  let buckets = full();
  return {
    take: (method) => (method === 'POST' ? buckets.post() : buckets.other()),
    reset: () => {
      buckets = full();
    },
  };
}

function bucket(perSecond: number): () => boolean {
  const size = Math.max(1, perSecond * BURST_SECONDS);
  let tokens = size;
  let filled = performance.now();
  return () => {
    const now = performance.now();
    tokens = Math.min(size, tokens + ((now - filled) / 1000) * perSecond);
    filled = now;
    if (tokens < 1) return false;
    tokens -= 1;
    return true;
  };
}
