import { LRUCache } from 'lru-cache';
import { type BucketLevel, levelAt, secondsUntil } from '../../services/rateLimit/tokenBucket.ts';

/** Executions of events for one address: at once, and per second after that. Subscriptions with the same request share one. */
const EXECUTION_RATE = { maximum: 64, restoreRate: 100 };
/** The least recently used level is evicted, and is full again afterwards. */
const MAX_ADDRESSES = 10_000;

/** Limits the executions of events, so that the subscriptions of one address leave the processor to others. */
export interface ExecutionRateLimit {
  /** Waits until an event can be executed for a subscription of this address. */
  wait(address: string): Promise<void>;
}

/** Creates the rate limit of one gateway. */
export function createExecutionRateLimit(): ExecutionRateLimit {
  const levels = new LRUCache<string, BucketLevel>({ max: MAX_ADDRESSES });
  const waiting = new Map<string, (() => void)[]>();
  const pointsOf = (address: string): number => {
    const level = levels.get(address);
    return level ? levelAt(level, EXECUTION_RATE, performance.now()) : EXECUTION_RATE.maximum;
  };
  /** Lets as many executions start as there are points. */
  const release = (address: string): void => {
    const queue = waiting.get(address) ?? [];
    let points = pointsOf(address);
    const started = queue.splice(0, Math.floor(points));
    points -= started.length;
    levels.set(address, { points, at: performance.now() });
    for (const start of started) start();
    if (queue.length === 0) waiting.delete(address);
    else setTimeout(release, 1000 * secondsUntil(1, points, EXECUTION_RATE), address).unref();
  };
  return {
    wait(address) {
      const { promise, resolve } = Promise.withResolvers<void>();
      const queue = waiting.get(address);
      if (queue) queue.push(resolve);
      else {
        waiting.set(address, [resolve]);
        release(address);
      }
      return promise;
    },
  };
}
