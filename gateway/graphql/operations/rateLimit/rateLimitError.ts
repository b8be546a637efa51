import type { Caller } from '../../../core/context.ts';
import { retryAfterSeconds } from '../../../core/operationCost.ts';
import { Rejected } from '../../../core/rejected.ts';
import type { Charge, RateLimiter } from '../../../services/rateLimit/rateLimiter.ts';

/**
 * Charges a caller for a request.
 * @returns undefined if the caller has no limit
 * @throws Rejected `RATE_LIMITED` for missing points
 */
export async function chargeOrReject(
  rateLimiter: Pick<RateLimiter, 'charge'>,
  caller: Caller,
  cost: number,
): Promise<Charge | undefined> {
  const charge = await rateLimiter.charge(caller, cost);
  if (charge && !charge.isGranted) throw rateLimitError(cost, charge, caller);
  return charge;
}

/** Creates the error for an operation whose estimated cost exceeds the available points. */
export function rateLimitError(requested: number, charge: Charge, { kind }: Caller): Rejected {
  const fix = kind === 'anonymous' ? 'request less, or use an API key' : 'or request less';
  return missingPoints(
    requested,
    charge,
    (available, seconds) =>
      `expected an operation that costs at most the ${available} available points, got ${requested}; retry in ${seconds} s, ${fix}`,
  );
}

/**
 * Creates the error for a request that costs more than the available points.
 * @param cost in points
 * @param message states the available points and the seconds to wait
 */
export function missingPoints(
  cost: number,
  charge: Pick<Charge, 'waitSeconds' | 'status'>,
  message: (available: number, seconds: number) => string,
): Rejected {
  const seconds = retryAfterSeconds(charge);
  const { available, maximum } = charge.status;
  return new Rejected('RATE_LIMITED', message(available, seconds), seconds, {
    reason: 'POINTS',
    cost,
    available,
    limit: maximum,
  });
}
