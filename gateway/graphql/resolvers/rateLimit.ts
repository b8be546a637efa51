import type { Context } from '../../core/context.ts';
import { resetsAt } from '../../core/operationCost.ts';
import type { RateLimit, Resolvers } from '../../generated/graph.ts';

/** Creates the resolver of `Query.rateLimit`. */
export const createRateLimitResolvers = (): Pick<Resolvers, 'Query'> => ({
  Query: { rateLimit: (_root, _args, context: Context) => rateLimitOf(context) },
});

/** Returns the rate limit of the caller as it was before the operation; null if there is none. */
function rateLimitOf({ cost: { requested, rateLimit } }: Context): RateLimit | null {
  if (!rateLimit) return null;
  const { maximum, available } = rateLimit;
  return {
    cost: requested,
    limit: maximum,
    remaining: available,
    used: maximum - available,
    resetAt: new Date(resetsAt(rateLimit, Date.now())).toISOString(),
  };
}
