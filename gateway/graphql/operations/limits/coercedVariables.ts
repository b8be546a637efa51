import { type GraphQLSchema, getVariableValues, type OperationDefinitionNode } from 'graphql';

/** How many misfits of a client's variables an execution tells. */
export const EXECUTION_OPTIONS = { maxCoercionErrors: 5 } as const;

/**
 * What a client sent for an operation's variables, as the schema's types have it; undefined where it does not fit them,
 * which the execution refuses in its own words. The first misfit ends it: graphql-js writes out the whole value for each.
 */
export const coercedVariables = (
  schema: GraphQLSchema,
  { variableDefinitions = [] }: OperationDefinitionNode,
  variables: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> | undefined =>
  getVariableValues(schema, variableDefinitions, variables, { maxErrors: 0, hideSuggestions: true }).coerced;
