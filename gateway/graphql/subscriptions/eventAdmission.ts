import { setTimeout as sleep } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { Caller } from '../../core/context.ts';
import type { Charge, RateLimiter } from '../../services/rateLimit/rateLimiter.ts';
import { type BucketLevel, levelAt, secondsUntil } from '../../services/rateLimit/tokenBucket.ts';
import { NEVER_ABORTED } from '../../services/scheduling/deadline.ts';
import { type FairLimiter, QueueFull } from '../../services/scheduling/fairLimiter.ts';

/** Bounds of the time between two attempts to charge an event. */
const MIN_WAIT_SECONDS = 0.2;
const MAX_WAIT_SECONDS = 10;

/**
 * Charges an event as soon as the caller has enough points. A client over its rate limit receives events later, with the
 * state at that time.
 * @returns undefined if the caller has no limit
 * @throws the reason of the signal
 */
export async function chargeWhenAvailable(
  rateLimiter: Pick<RateLimiter, 'charge'>,
  caller: Caller,
  cost: number,
  signal: AbortSignal,
): Promise<Charge | undefined> {
  for (;;) {
    const charge = await rateLimiter.charge(caller, cost);
    if (!charge || charge.isGranted) return charge;
    const seconds = Math.min(Math.max(charge.waitSeconds, MIN_WAIT_SECONDS), MAX_WAIT_SECONDS);
    await sleep(seconds * 1000, undefined, { signal, ref: false });
  }
}

/** Starts the execution of an event. It is delayed, but not rejected, while the caller has too much in execution. */
export async function startWhenPossible(
  limiter: FairLimiter,
  caller: string,
  cost: number,
): Promise<Disposable> {
  for (;;) {
    try {
      return await limiter.start(caller, cost, NEVER_ABORTED);
    } catch (error) {
      if (!(error instanceof QueueFull)) throw error;
      await sleep(MIN_WAIT_SECONDS * 1000, undefined, { ref: false });
    }
  }
}

/** Executions of events for one address: at once, and per second after that. Subscriptions with the same request share one. */
const EXECUTION_RATE = { maximum: 64, restoreRate: 100 };
/** The least recently used level is evicted, and is full again afterwards. */
const MAX_ADDRESSES = 10_000;

/**
 * Creates the rate limit of the executions of events, so that the subscriptions of an address leave time for other addresses.
 * @returns waits until an event can be executed for a subscription of an address
 */
export function createExecutionRateLimit(): (address: string) => Promise<void> {
  const levels = new LRUCache<string, BucketLevel>({ max: MAX_ADDRESSES });
  return async (address) => {
    const at = performance.now();
    const level = levels.get(address);
    // Below zero, each execution waits until its own point is restored.
    const points = (level ? levelAt(level, EXECUTION_RATE, at) : EXECUTION_RATE.maximum) - 1;
    levels.set(address, { points, at });
    const seconds = secondsUntil(0, points, EXECUTION_RATE);
    if (seconds > 0) await sleep(seconds * 1000, undefined, { ref: false });
  };
}
