import {
  type GraphQLInputType,
  type GraphQLSchema,
  isInputType,
  isNonNullType,
  type OperationDefinitionNode,
  typeFromAST,
} from 'graphql';
import { type OperationText, operationNodesIn } from '../../document/operations.ts';

/** A variable that an operation declares. */
export interface DeclaredVariable {
  readonly type: GraphQLInputType;
  readonly isRequired: boolean;
}

export type DeclaredVariables = ReadonlyMap<string, DeclaredVariable>;

/** Returns the variables of the chosen operation, or of the first one; undefined while they are not known. */
export function declaredVariables(
  schema: GraphQLSchema | undefined,
  { query, operationName }: Pick<OperationText, 'query' | 'operationName'>,
): DeclaredVariables | undefined {
  const operations = operationNodesIn(query);
  const chosen = operations.find(({ name }) => name?.value === operationName) ?? operations[0];
  return schema && chosen && variablesOf(schema, chosen);
}

function variablesOf(
  schema: GraphQLSchema,
  { variableDefinitions = [] }: OperationDefinitionNode,
): DeclaredVariables {
  const variables = new Map<string, DeclaredVariable>();
  for (const { variable, type: node, defaultValue } of variableDefinitions) {
    // Fields have no variables of other types: the document's own check reports an unknown one.
    const type = typeFromAST(schema, node as Parameters<typeof typeFromAST>[1]);
    if (!isInputType(type)) continue;
    variables.set(variable.name.value, { type, isRequired: isNonNullType(type) && !defaultValue });
  }
  return variables;
}
