import { GraphQLError } from 'graphql';
import type { Caller } from '../context.ts';
import type { ErrorCode } from '../errors.ts';
import { PARSING } from '../limits/parsing.ts';
import type { Standing } from './bill.ts';
import type { Budgets } from './budgets.ts';
import { retryAfter } from './rateLimited.ts';

/**
 * Points of what is refused, however short, and characters of a document that cost one more. What takes longest to be
 * refused takes some 10 ms, and the points that come back in a second pay for a quarter of it at most.
 */
const LEAST = 20;
const CHARACTERS = 20;

/** What was taken for reading a document of which nobody knows yet whether it is good. */
export interface Fee {
  /** Points that there had to be. */
  readonly cost: number;
  /** Points that were taken; 0 where they were not there, or the caller has no limit. */
  readonly points: number;
  /** How the caller's budget stands with that taken; undefined where there is no limit. */
  readonly standing: Standing | undefined;
  /** `RATE_LIMITED`, where there was not enough: then the document is not to be read. */
  readonly refused: GraphQLError | undefined;
  /** The document was found good: reading it has cost nothing. */
  giveBack(): void;
}

/**
 * Points that refusing a document costs whoever sent it: reading it is work, whatever comes of it.
 * @param text the document; what is none was not read
 */
function refusalCost(text: unknown): number {
  const length = typeof text === 'string' ? text.length : 0;
  // What is longer is refused for that, unread.
  return LEAST + Math.ceil(Math.min(length, PARSING.maxSourceLength) / CHARACTERS);
}

/**
 * Takes what the refusal of a document costs from its caller's budget, before anything of it is parsed. Give it back once
 * the document has passed every limit, and before its operation is charged.
 */
export async function takeRefusalFee(
  budgets: Pick<Budgets, 'charge' | 'budgetOf'>,
  caller: Caller,
  text: unknown,
): Promise<Fee> {
  const whole = budgets.budgetOf(caller)?.maximum;
  const cost = Math.min(refusalCost(text), whole ?? Number.POSITIVE_INFINITY);
  const charge = await budgets.charge(caller, cost);
  if (!charge) return { cost, points: 0, standing: undefined, refused: undefined, giveBack() {} };
  const { standing, granted } = charge;
  let points = granted ? cost : 0;
  return {
    cost,
    get points() {
      return points;
    },
    standing,
    refused: granted ? undefined : notRead(cost, standing.available, retryAfter(charge)),
    giveBack() {
      charge.giveBack(points);
      points = 0;
    },
  };
}

function notRead(cost: number, available: number, seconds: number): GraphQLError {
  return new GraphQLError(
    `expected ${cost} points for reading the document, which come back where it is good, got ${available}; ask again in ${seconds} s`,
    { extensions: { code: 'RATE_LIMITED' satisfies ErrorCode, retryAfter: seconds } },
  );
}
