import type { Caller } from '../../../core/context.ts';
import type { MaybePromise } from '../../../core/maybePromise.ts';
import type { RateLimiter } from '../../../services/rateLimit/rateLimiter.ts';
import { chargeOrReject } from './rateLimitError.ts';

/** Bytes of a response that cost one point. */
const BYTES_PER_POINT = 1024;

/**
 * The cost of receiving a request and of sending the headers of its response, which takes 180 µs, and up to 500 µs when many
 * arrive at once. A caller with fewer points gets no cached response.
 */
export const MIN_RESPONSE_COST = 4;

/**
 * Returns the cost of a response in points.
 * @param bytes of its `data` as JSON, before compression
 */
export const byteCost = (bytes: number): number => Math.max(MIN_RESPONSE_COST, messageByteCost(bytes));

/** Returns the cost of the bytes of a message in points. It is no response to a request, so it has no minimum. */
export const messageByteCost = (bytes: number): number => Math.ceil(bytes / BYTES_PER_POINT);

/** Up to this length, the other costs of an operation pay for its body. */
const FREE_CHARACTERS = 16 * 1024;
/** Receiving, parsing and hashing this many takes about 0.1 ms. */
const CHARACTERS_PER_POINT = 4 * 1024;

/** Returns the cost in points of a body of a number of characters or bytes. */
export const largeBodyCost = (length: number): number =>
  Math.ceil(Math.max(0, length - FREE_CHARACTERS) / CHARACTERS_PER_POINT);

/**
 * Charges a caller for a body that is longer than the bodies of usual operations, because variables cost nothing else, even if
 * the operation does not use them.
 * @throws Rejected `RATE_LIMITED` for missing points
 */
export function chargeLargeBody(
  rateLimiter: Pick<RateLimiter, 'charge'>,
  caller: Caller,
  { length }: string,
): MaybePromise<unknown> {
  const cost = largeBodyCost(length);
  return cost > 0 ? chargeOrReject(rateLimiter, caller, cost) : undefined;
}
