import type { IResolvers } from '@graphql-tools/utils';
import { inputError } from '../../core/errors.ts';
import type { IndexStatus } from '../../sync/index/status.ts';

const DEFAULT_FAILURES = 20;
const MAX_FAILURES = 100;

/** Creates the resolvers of `Query.indexStatus`. */
export const createIndexResolvers = (
  read: (signal: AbortSignal) => Promise<IndexStatus>,
): IResolvers<unknown, { signal: AbortSignal }> => ({
  Query: { indexStatus: (_parent, _args, { signal }) => read(signal) },
  IndexStatus: {
    failures(status: IndexStatus, { first }: { first: number | null }) {
      const limit = first ?? DEFAULT_FAILURES;
      if (limit < 1 || limit > MAX_FAILURES)
        throw inputError(`expected first from 1 to ${MAX_FAILURES}, got ${limit}`, 'PAGE_SIZE');
      return status.failures(limit);
    },
  },
});
