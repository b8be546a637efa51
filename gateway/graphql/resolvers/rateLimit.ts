import type { Context } from '../../core/context.ts';
import { resetsAt } from '../../core/operationCost.ts';
import type { Resolvers } from '../../generated/graph.ts';

/** Creates the resolver of `Query.rateLimit`, which returns the status before the operation. */
export const createRateLimitResolvers = (): Pick<Resolvers, 'Query'> => ({
  Query: {
    rateLimit(_root, _args, { cost: { requested, rateLimit } }: Context) {
      if (!rateLimit) return null;
      const { maximum, available } = rateLimit;
      return {
        cost: requested,
        limit: maximum,
        remaining: available,
        used: maximum - available,
        resetAt: new Date(resetsAt(rateLimit, Date.now())).toISOString(),
      };
    },
  },
});
