import type { Resolvers } from '../../generated/graph.ts';
import { rateLimitOf } from './rateLimit.ts';

/** Creates the resolvers of `Query.viewer`. */
export const createViewerResolvers = (): Pick<Resolvers, 'Query' | 'Viewer' | 'ViewerKey'> => ({
  Query: { viewer: () => ({}) },
  Viewer: { key: (_viewer, _args, { caller }) => caller.key ?? null },
  ViewerKey: {
    expiresAt: ({ expiresAt }) => (expiresAt === undefined ? null : new Date(expiresAt).toISOString()),
    rateLimit: (_key, _args, context) => rateLimitOf(context),
  },
});
