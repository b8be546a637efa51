import type { Context } from '../context.ts';
import type { Resolvers } from '../generated/graph.ts';
import { fullAt } from './bill.ts';

/** The resolver of `Query.rateLimit`; what it tells has been looked at before the operation began. */
export const createBudgetResolvers = (): Pick<Resolvers, 'Query'> => ({
  Query: {
    rateLimit(_root, _args, { bill: { requested, standing } }: Context) {
      if (!standing) return null;
      const { maximum, available } = standing;
      return {
        cost: requested,
        limit: maximum,
        remaining: available,
        used: maximum - available,
        resetAt: new Date(fullAt(standing, Date.now())).toISOString(),
      };
    },
  },
});
