import { type GraphQLSchema, getVariableValues, type OperationDefinitionNode } from 'graphql';

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
