import type { IResolvers } from '@graphql-tools/utils';
import { inputError } from '../errors.ts';
import type { IndexStatus } from './status.ts';

/** Failures told at once. */
const MOST_FAILURES = 100;

/** The resolvers of `Query.indexStatus`. @param read reads it when it is asked for */
export const createIndexResolvers = (
  read: (signal: AbortSignal) => Promise<IndexStatus>,
): IResolvers<unknown, { signal: AbortSignal }> => ({
  Query: { indexStatus: (_parent, _args, { signal }) => read(signal) },
  IndexStatus: {
    failures(status: IndexStatus, { first }: { first: number | null }) {
      const most = first ?? 20;
      if (most < 1 || most > MOST_FAILURES)
        throw inputError(`expected first from 1 to ${MOST_FAILURES}, got ${most}`, 'PAGE_SIZE');
      return status.failures(most);
    },
  },
});
