import { rangeError } from '../../core/errors.ts';
import { MAX_PAGE_SIZE } from '../../core/relay.ts';
import { MAX_INT } from '../../core/validators.ts';
import type { Resolvers } from '../../generated/graph.ts';
import { usageReport } from '../../services/usage/usageReport.ts';
import { dayOf, firstDay, USAGE_DAYS, type UsageStore } from '../../services/usage/usageStore.ts';

/** Creates the resolver of `Query.schemaUsage`. */
export const createUsageResolvers = (read: UsageStore['read']): Pick<Resolvers, 'Query'> => ({
  Query: {
    async schemaUsage(_root, { days, first, ...filter }) {
      const period = days ?? USAGE_DAYS;
      if (period < 1 || period > USAGE_DAYS)
        throw rangeError({ argument: 'days', minimum: 1, limit: USAGE_DAYS, actual: period });
      const uses = usageReport(await read(firstDay(dayOf(Date.now()), period)), filter);
      return uses
        .slice(0, first ?? MAX_PAGE_SIZE)
        .map((use) => ({ ...use, operations: Math.min(use.operations, MAX_INT) }));
    },
  },
});
