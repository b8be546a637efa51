import { GraphQLError } from 'graphql';

/** A filter written by hand needs fewer than ten levels. */
const MAX_VARIABLE_DEPTH = 30;

/**
 * Rejects deeply nested variables, before anything traverses them recursively.
 * @throws GraphQLError `TOO_DEEP`
 */
export function rejectDeepVariables(variables: unknown): void {
  let level = [variables];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_VARIABLE_DEPTH)
      throw new GraphQLError(
        `expected variables of at most ${MAX_VARIABLE_DEPTH} levels, got more; use a flatter filter`,
        { extensions: { code: 'TOO_DEEP', limit: MAX_VARIABLE_DEPTH } },
      );
    level = level.flatMap((value) =>
      typeof value === 'object' && value !== null
        ? Object.values(value).filter((inner) => typeof inner === 'object')
        : [],
    );
  }
}
