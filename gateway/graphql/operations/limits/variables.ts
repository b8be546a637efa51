import { GraphQLError, type GraphQLSchema, getVariableValues, type OperationDefinitionNode } from 'graphql';

type Variables = Readonly<Record<string, unknown>>;

/** Limits the errors about variables in a response. */
export const EXECUTION_OPTIONS = { maxCoercionErrors: 5 } as const;

const NO_VARIABLES: Variables = Object.freeze({});

interface Coercion {
  readonly operation: OperationDefinitionNode;
  readonly coerced: Variables | undefined;
}

/** By the received variables: several steps of one request need the coerced ones. */
const coercions = new WeakMap<Variables, Coercion>();

/**
 * Returns the variables of an operation, coerced to the types of the schema; undefined if they are invalid, which the
 * execution then reports. Stops at the first error, because graphql-js prints the whole value for each.
 */
export function coercedVariables(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  variables: Variables,
): Variables | undefined {
  const { variableDefinitions = [] } = operation;
  if (variableDefinitions.length === 0) return NO_VARIABLES;
  const known = coercions.get(variables);
  if (known?.operation === operation) return known.coerced;
  const { coerced } = getVariableValues(schema, variableDefinitions, variables, {
    maxErrors: 0,
    hideSuggestions: true,
  });
  coercions.set(variables, { operation, coerced });
  return coerced;
}

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
