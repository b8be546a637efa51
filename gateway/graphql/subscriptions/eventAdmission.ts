import { setTimeout as sleep } from 'node:timers/promises';
import type { Caller } from '../../core/context.ts';
import type { Charge, RateLimiter } from '../../services/rateLimit/rateLimiter.ts';
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

const NEVER_ABORTED = new AbortController().signal;
