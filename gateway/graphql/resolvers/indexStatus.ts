import type { IResolvers } from '@graphql-tools/utils';
import type { IndexStatus } from '../../sync/index/status.ts';

const DEFAULT_FAILURES = 20;

/** Creates the resolvers of `Query.indexStatus`. */
export const createIndexResolvers = (
  read: (signal: AbortSignal) => Promise<IndexStatus>,
): IResolvers<unknown, { signal: AbortSignal }> => ({
  Query: { indexStatus: (_parent, _args, { signal }) => read(signal) },
  IndexStatus: {
    failures(status: IndexStatus, { first }: { first: number | null }) {
      return status.failures(first ?? DEFAULT_FAILURES);
    },
  },
});
