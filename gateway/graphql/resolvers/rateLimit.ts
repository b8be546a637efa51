import type { Context } from '../../core/context.ts';
import { resetsAt } from '../../core/operationCost.ts';
import type { Resolvers } from '../../generated/graph.ts';

/** The resolver of `Query.rateLimit`; what it tells has been looked at before the operation began. */
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
