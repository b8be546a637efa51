import type { IResolvers } from '@graphql-tools/utils';
import { inputError } from '../../core/errors.ts';
import type { IndexStatus } from '../../sync/index/status.ts';

/** Failures told at once. */
const MAX_FAILURES = 100;

/** The resolvers of `Query.indexStatus`. @param read reads it when it is asked for */
export const createIndexResolvers = (
  read: (signal: AbortSignal) => Promise<IndexStatus>,
): IResolvers<unknown, { signal: AbortSignal }> => ({
  Query: { indexStatus: (_parent, _args, { signal }) => read(signal) },
  IndexStatus: {
    failures(status: IndexStatus, { first }: { first: number | null }) {
      const most = first ?? 20;
      if (most < 1 || most > MAX_FAILURES)
        throw inputError(`expected first from 1 to ${MAX_FAILURES}, got ${most}`, 'PAGE_SIZE');
      return status.failures(most);
    },
  },
});
