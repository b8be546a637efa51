import { createRateLimiter } from '../rateLimit/rateLimiter.ts';
import { createMemoryBuckets } from '../storage/memory/memoryBuckets.ts';
import { currentCaller } from '../upstream/caller.ts';

const BYTES_PER_MB = 1024 * 1024;
const BYTES_PER_KB = 1024;

/** Bytes that the loads of one caller may store at once, and per second. */
const SHARES = {
  anonymous: { maximum: 8 * BYTES_PER_MB, restoreRate: 16 * BYTES_PER_KB },
  key: { maximum: 32 * BYTES_PER_MB, restoreRate: 64 * BYTES_PER_KB },
};

const NO_OBSERVER = { charged: () => undefined, refunded: () => undefined, rejected: () => undefined };

/**
 * Creates the shares of callers in a store of this gateway: one caller with ever new requests must not displace what other
 * callers have stored.
 * @param now milliseconds of any clock
 * @returns takes the bytes of an entry from the share of the caller that loads it; false if it has too few left. Background work
 * has no limit.
 */
export function createWriteShares(now?: () => number): (bytes: number) => Promise<boolean> {
  const limiter = createRateLimiter(SHARES, createMemoryBuckets(now), NO_OBSERVER);
  return async (bytes) => {
    const caller = currentCaller();
    return caller === undefined || (await limiter.charge(caller, bytes))?.isGranted !== false;
  };
}
