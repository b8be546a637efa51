import { GraphQLError } from 'graphql';
import type { Caller } from '../../../core/context.ts';
import type { ErrorCode } from '../../../core/errors.ts';
import type { RateLimitStatus } from '../../../core/operationCost.ts';
import type { RateLimiter } from '../../../services/rateLimit/rateLimiter.ts';
import { PARSE_OPTIONS } from '../limits/parseOptions.ts';
import { retryAfterSeconds } from './rateLimitError.ts';

/**
 * Points of what is refused, however short, and characters of a document that cost one more. What takes longest to be
 * refused takes some 10 ms, and the points that come back in a second pay for a quarter of it at most.
 */
const BASE_COST = 20;
const CHARACTERS_PER_POINT = 20;

/** What was taken for reading a document of which nobody knows yet whether it is good. */
export interface RejectionCharge {
  /** Points that there had to be. */
  readonly cost: number;
  /** Points that were taken; 0 where they were not there, or the caller has no limit. */
  readonly points: number;
  /** How the caller's budget stands with that taken; undefined where there is no limit. */
  readonly status: RateLimitStatus | undefined;
  /** `RATE_LIMITED`, where there was not enough: then the document is not to be read. */
  readonly error: GraphQLError | undefined;
  /** The document was found good: reading it has cost nothing. */
  refund(): void;
}

/**
 * Points that refusing a document costs whoever sent it: reading it is work, whatever comes of it.
 * @param text the document; what is none was not read
 */
function rejectionCost(text: unknown): number {
  const length = typeof text === 'string' ? text.length : 0;
  // What is longer is refused for that, unread.
  return BASE_COST + Math.ceil(Math.min(length, PARSE_OPTIONS.maxSourceLength) / CHARACTERS_PER_POINT);
}

/**
 * Takes what the refusal of a document costs from its caller's budget, before anything of it is parsed. Give it back once
 * the document has passed every limit, and before its operation is charged.
 */
export async function chargeRejection(
  rateLimiter: Pick<RateLimiter, 'charge' | 'limitOf'>,
  caller: Caller,
  text: unknown,
): Promise<RejectionCharge> {
  const maximum = rateLimiter.limitOf(caller)?.maximum;
  const cost = Math.min(rejectionCost(text), maximum ?? Number.POSITIVE_INFINITY);
  const charge = await rateLimiter.charge(caller, cost);
  if (!charge) return { cost, points: 0, status: undefined, error: undefined, refund() {} };
  const { status, granted } = charge;
  let points = granted ? cost : 0;
  return {
    cost,
    get points() {
      return points;
    },
    status: status,
    error: granted ? undefined : insufficientPoints(cost, status.available, retryAfterSeconds(charge)),
    refund() {
      charge.refund(points);
      points = 0;
    },
  };
}

function insufficientPoints(cost: number, available: number, seconds: number): GraphQLError {
  return new GraphQLError(
    `expected ${cost} points for reading the document, which come back where it is good, got ${available}; ask again in ${seconds} s`,
    { extensions: { code: 'RATE_LIMITED' satisfies ErrorCode, retryAfter: seconds } },
  );
}
