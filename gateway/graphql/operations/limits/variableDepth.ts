import type { ApolloServerPlugin } from '@apollo/server';
import { GraphQLError } from 'graphql';
import type { Context } from '../../../core/context.ts';

/** Values within values that variables may hold; whoever fills a filter by hand needs fewer than ten. */
const MAX_VARIABLE_DEPTH = 30;

/** Refuses variables that lie too deep before anything walks through them: some do so by calling themselves. */
export const variableDepth: ApolloServerPlugin<Context> = {
  async requestDidStart() {
    return { didResolveOperation: async ({ request }) => rejectDeepVariables(request.variables) };
  },
};

/** @throws GraphQLError `TOO_DEEP` */
export function rejectDeepVariables(variables: unknown): void {
  let level = [variables];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_VARIABLE_DEPTH)
      throw new GraphQLError(
        `expected variables of at most ${MAX_VARIABLE_DEPTH} levels, got more; ask for less at once`,
        { extensions: { code: 'TOO_DEEP', http: { status: 400 } } },
      );
    level = level.flatMap((value) =>
      typeof value === 'object' && value !== null
        ? Object.values(value).filter((inner) => typeof inner === 'object')
        : [],
    );
  }
}
