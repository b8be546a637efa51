import type { Resolvers } from '../../generated/graph.ts';

/** Creates the resolvers of `Query.viewer`. */
export const createViewerResolvers = (): Pick<Resolvers, 'Query' | 'Viewer'> => ({
  Query: { viewer: () => ({}) },
  Viewer: { apiKey: (_viewer, _args, { caller }) => caller.key ?? null },
});
