import { LRUCache } from 'lru-cache';
import { type Buckets, type Level, restored, secondsUntil } from './budget.ts';

/** Callers that are known at once; one that has not come for the longest time begins anew. */
const MOST_CALLERS = 50_000;

/** The budgets of one gateway that shares them with none; they begin full. @param now milliseconds */
export function createMemoryBuckets(now: () => number = () => performance.now()): Buckets {
  const levels = new LRUCache<string, Level>({ max: MOST_CALLERS });
  return {
    async take(name, points, budget) {
      const at = now();
      const before = levels.get(name);
      const there = before ? restored(before, budget, at) : budget.maximum;
      const granted = points <= 0 || there >= points;
      const available = granted ? there - points : there;
      levels.set(name, { points: available, at });
      return { granted, available, wait: granted ? 0 : secondsUntil(points, there, budget) };
    },
    giveBack(name, points, budget) {
      const before = levels.get(name);
      if (!before) return;
      const at = now();
      levels.set(name, { points: Math.min(budget.maximum, restored(before, budget, at) + points), at });
    },
    close: () => undefined,
  };
}
