import { LRUCache } from 'lru-cache';
import { type BucketStore, type BucketLevel, levelAt, secondsUntil } from './tokenBucket.ts';

/** Callers that are known at once; one that has not come for the longest time begins anew. */
const MAX_BUCKETS = 50_000;

/** The budgets of one gateway that shares them with none; they begin full. @param now milliseconds */
export function createMemoryBuckets(now: () => number = () => performance.now()): BucketStore {
  const levels = new LRUCache<string, BucketLevel>({ max: MAX_BUCKETS });
  return {
    async take(name, points, budget) {
      const at = now();
      const previous = levels.get(name);
      const level = previous ? levelAt(previous, budget, at) : budget.maximum;
      const granted = points <= 0 || level >= points;
      const available = granted ? level - points : level;
      levels.set(name, { points: available, at });
      return { granted, available, waitSeconds: granted ? 0 : secondsUntil(points, level, budget) };
    },
    refund(name, points, budget) {
      const before = levels.get(name);
      if (!before) return;
      const at = now();
      levels.set(name, { points: Math.min(budget.maximum, levelAt(before, budget, at) + points), at });
    },
    close: () => undefined,
  };
}
