import {
  type DocumentNode,
  type ExecutionArgs,
  type ExecutionResult,
  type GraphQLSchema,
  getOperationAST,
  type OperationDefinitionNode,
} from 'graphql';
import type { Context } from '../../gateway/core/context.ts';
import { createDocumentFacts } from '../../gateway/graphql/operations/document/documentFacts.ts';
import { coercedVariables } from '../../gateway/graphql/operations/limits/variables.ts';
import { prepareOperation } from '../../gateway/graphql/operations/prepared/preparedStore.ts';

const prepared = new WeakMap<OperationDefinitionNode, ReturnType<typeof prepareOperation>>();

/** Executes an operation as `execute` of graphql-js does, with a plan that all executions of the document share. */
export function executePrepared({
  schema,
  document,
  contextValue,
  variableValues,
}: ExecutionArgs): ExecutionResult | Promise<ExecutionResult> {
  const operation = getOperationAST(document) as OperationDefinitionNode;
  const plan = prepared.get(operation) ?? prepare(schema, document, operation);
  prepared.set(operation, plan);
  const variables = coercedVariables(schema, operation, variableValues ?? {});
  if (!variables) throw new Error('expected valid variables, got others');
  return plan.execute(contextValue as Context, variables);
}

function prepare(schema: GraphQLSchema, document: DocumentNode, operation: OperationDefinitionNode) {
  const { directiveVariables } = createDocumentFacts(schema, 0)(document);
  return prepareOperation(schema, document, operation, directiveVariables);
}
