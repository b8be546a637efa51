import { GraphQLError } from 'graphql';
import type { Caller } from '../../../core/context.ts';
import type { ErrorCode } from '../../../core/errors.ts';
import { retryAfterSeconds } from '../../../core/operationCost.ts';
import type { Charge } from '../../../services/rateLimit/rateLimiter.ts';

/** Creates the error for an operation whose estimated cost exceeds the available points. */
export function rateLimitError(requested: number, charge: Charge, { kind }: Caller): GraphQLError {
  const seconds = retryAfterSeconds(charge);
  const { available, maximum } = charge.status;
  const fix = kind === 'anonymous' ? 'request less, or use an API key' : 'or request less';
  return new GraphQLError(
    `expected an operation that costs at most the ${available} available points, got ${requested}; retry in ${seconds} s, ${fix}`,
    {
      extensions: {
        code: 'RATE_LIMITED' satisfies ErrorCode,
        cost: requested,
        available,
        limit: maximum,
        retryAfter: seconds,
      },
    },
  );
}
