import { type GraphQLSchema, getVariableValues, type OperationDefinitionNode } from 'graphql';

/** Limits the errors about variables in a response. */
export const EXECUTION_OPTIONS = { maxCoercionErrors: 5 } as const;

/**
 * Returns the variables of an operation, coerced to the types of the schema; undefined if they are invalid, which the
 * execution then reports. Stops at the first error, because graphql-js prints the whole value for each.
 */
export const coercedVariables = (
  schema: GraphQLSchema,
  { variableDefinitions = [] }: OperationDefinitionNode,
  variables: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> | undefined =>
  getVariableValues(schema, variableDefinitions, variables, { maxErrors: 0, hideSuggestions: true }).coerced;
