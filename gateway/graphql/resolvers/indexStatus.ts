import type { IResolvers } from '@graphql-tools/utils';
import { MAX_PAGE_SIZE, pageSizeError } from '../../core/relay.ts';
import type { IndexStatus } from '../../sync/index/status.ts';

const DEFAULT_FAILURES = 20;

/** Creates the resolvers of `Query.indexStatus`. */
export const createIndexResolvers = (
  read: (signal: AbortSignal) => Promise<IndexStatus>,
): IResolvers<unknown, { signal: AbortSignal }> => ({
  Query: { indexStatus: (_parent, _args, { signal }) => read(signal) },
  IndexStatus: {
    failures(status: IndexStatus, args: { limit: number | null }) {
      const limit = args.limit ?? DEFAULT_FAILURES;
      if (limit < 1 || limit > MAX_PAGE_SIZE) throw pageSizeError(limit, 1, 'limit');
      return status.failures(limit);
    },
  },
});
