import { GraphQLError } from 'graphql';
import type { Caller } from '../context.ts';
import type { ErrorCode } from '../errors.ts';
import type { Charge } from './budgets.ts';

/** Seconds to wait, whole and never none. */
export const retryAfter = ({ wait }: Pick<Charge, 'wait'>): number => Math.max(1, Math.ceil(wait));

/** The caller has not as many points as the operation may cost, and will have them. */
export function rateLimited(requested: number, charge: Charge, { kind }: Caller): GraphQLError {
  const seconds = retryAfter(charge);
  const mend = kind === 'anonymous' ? 'for less, or with a key' : 'or for less';
  return new GraphQLError(
    `expected an operation that costs at most the ${charge.standing.available} points there are now, got ${requested}; ask again in ${seconds} s, ${mend}`,
    { extensions: { code: 'RATE_LIMITED' satisfies ErrorCode, retryAfter: seconds } },
  );
}
