import type { IResolvers } from '@graphql-tools/utils';
import { inputError } from '../../core/errors.ts';
import { usageReport } from '../../services/usage/usageReport.ts';
import { dayOf, firstDay, USAGE_DAYS, type UsageStore } from '../../services/usage/usageStore.ts';

const MAX_USES = 100;
const MAX_INT = 2 ** 31 - 1;

interface UsageArguments {
  readonly coordinate?: string | null;
  readonly client?: string | null;
  readonly days: number | null;
  readonly first: number | null;
}

/** Creates the resolver of `Query.schemaUsage`. */
export const createUsageResolvers = (read: UsageStore['read']): IResolvers => ({
  Query: {
    async schemaUsage(_root, { days, first, ...filter }: UsageArguments) {
      const limit = first ?? MAX_USES;
      if (limit < 1 || limit > MAX_USES)
        throw inputError(`expected first from 1 to ${MAX_USES}, got ${limit}`, 'PAGE_SIZE');
      const period = days ?? USAGE_DAYS;
      if (period < 1 || period > USAGE_DAYS)
        throw inputError(`expected days from 1 to ${USAGE_DAYS}, got ${period}`);
      const uses = usageReport(await read(firstDay(dayOf(Date.now()), period)), filter);
      return uses.slice(0, limit).map((use) => ({ ...use, operations: Math.min(use.operations, MAX_INT) }));
    },
  },
});
