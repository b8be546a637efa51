import type { DocumentNode, OperationVariables } from '@apollo/client';
import { Kind, type OperationDefinitionNode, valueFromASTUntyped } from 'graphql';

/** Returns the operation of a document. */
export const operationOf = ({ definitions }: DocumentNode): OperationDefinitionNode =>
  definitions.find(({ kind }) => kind === Kind.OPERATION_DEFINITION) as OperationDefinitionNode;

/** Returns the given values of declared variables, and the defaults of the others. */
export function variableValues(
  { variableDefinitions = [] }: OperationDefinitionNode,
  given: OperationVariables = {},
): OperationVariables {
  const values: OperationVariables = {};
  for (const { variable, defaultValue } of variableDefinitions)
    if (defaultValue) values[variable.name.value] = valueFromASTUntyped(defaultValue);
  for (const [name, value] of Object.entries(given))
    if (variableDefinitions.some(({ variable }) => variable.name.value === name)) values[name] = value;
  return values;
}

/** Returns a string that identifies a query of the app and its variables. */
export const queryKey = (document: DocumentNode, variables: OperationVariables | undefined): string =>
  `${operationOf(document)?.name?.value ?? ''} ${JSON.stringify(variables)}`;
