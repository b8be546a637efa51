import { GraphQLError } from 'graphql';
import type { Caller } from '../../../core/context.ts';
import type { ErrorCode } from '../../../core/errors.ts';
import type { Charge } from '../../../services/rateLimit/rateLimiter.ts';

/** Seconds to wait, whole and never none. */
export const retryAfterSeconds = ({ waitSeconds }: Pick<Charge, 'waitSeconds'>): number => Math.max(1, Math.ceil(waitSeconds));

/** The caller has not as many points as the operation may cost, and will have them. */
export function rateLimitError(requested: number, charge: Charge, { kind }: Caller): GraphQLError {
  const seconds = retryAfterSeconds(charge);
  const fix = kind === 'anonymous' ? 'for less, or with a key' : 'or for less';
  return new GraphQLError(
    `expected an operation that costs at most the ${charge.status.available} points there are now, got ${requested}; ask again in ${seconds} s, ${fix}`,
    { extensions: { code: 'RATE_LIMITED' satisfies ErrorCode, retryAfter: seconds } },
  );
}
