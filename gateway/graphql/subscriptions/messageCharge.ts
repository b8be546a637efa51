import { setTimeout as sleep } from 'node:timers/promises';
import type { Caller } from '../../core/context.ts';
import type { RateLimiter, Charge } from '../../services/rateLimit/rateLimiter.ts';

/** Seconds between two looks whether there is enough, at least and at most. */
const SHORTEST = 0.2;
const LONGEST = 10;

/**
 * Takes what a message may cost, once there is as much: a client that has used its budget is told less often, and then
 * how things stand.
 * @param signal ends the waiting
 * @returns undefined where there is no limit
 * @throws what the signal ends with
 */
export async function chargeMessage(
  budgets: Pick<RateLimiter, 'charge'>,
  caller: Caller,
  cost: number,
  signal: AbortSignal,
): Promise<Charge | undefined> {
  for (;;) {
    const charge = await budgets.charge(caller, cost);
    if (!charge || charge.granted) return charge;
    const seconds = Math.min(Math.max(charge.waitSeconds, SHORTEST), LONGEST);
    await sleep(seconds * 1000, undefined, { signal, ref: false });
  }
}
