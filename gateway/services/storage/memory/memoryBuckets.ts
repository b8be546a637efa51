import { LRUCache } from 'lru-cache';
import type { RateLimit } from '../../../config/formats.ts';
import { type BucketLevel, type BucketStore, levelAt, secondsUntil } from '../../rateLimit/tokenBucket.ts';

/** The least recently used bucket is evicted, and is full again afterwards. */
const MAX_BUCKETS = 50_000;

/**
 * Creates token buckets in the memory of one gateway.
 * @param now milliseconds of any clock
 */
export function createMemoryBuckets(now: () => number = () => performance.now()): BucketStore {
  const levels = new LRUCache<string, BucketLevel>({ max: MAX_BUCKETS });
  const read = (name: string, limit: RateLimit, at: number): number => {
    const previous = levels.get(name);
    return previous ? levelAt(previous, limit, at) : limit.maximum;
  };
  return {
    take(name, points, limit) {
      const at = now();
      const level = read(name, limit, at);
      const isGranted = points <= 0 || level >= points;
      const available = isGranted ? level - points : level;
      levels.set(name, { points: available, at });
      return { isGranted, available, waitSeconds: isGranted ? 0 : secondsUntil(points, level, limit) };
    },
    debit(name, points, limit) {
      const at = now();
      levels.set(name, { points: Math.max(-limit.maximum, read(name, limit, at) - points), at });
    },
    refund(name, points, limit) {
      const previous = levels.get(name);
      if (!previous) return;
      const at = now();
      levels.set(name, { points: Math.min(limit.maximum, levelAt(previous, limit, at) + points), at });
    },
    close: () => undefined,
  };
}
