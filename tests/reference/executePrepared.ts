import {
  type DocumentNode,
  type ExecutionArgs,
  type ExecutionResult,
  type GraphQLSchema,
  getOperationAST,
  type OperationDefinitionNode,
} from 'graphql';
import type { Context } from '../../gateway/core/context.ts';
import { createActualCost, createCostTrees } from '../../gateway/graphql/operations/cost/actualCost.ts';
import { createDocumentFacts } from '../../gateway/graphql/operations/document/documentFacts.ts';
import { coercedVariables } from '../../gateway/graphql/operations/limits/variables.ts';
import { prepareOperation } from '../../gateway/graphql/operations/prepared/validDocuments.ts';

const prepared = new WeakMap<OperationDefinitionNode, ReturnType<typeof prepareOperation>>();

/**
 * Executes an operation as `execute` of graphql-js does, with a plan that all executions of the document share.
 * @throws Error if the written text is not that of `JSON.stringify`, or if its points are not those of its members
 */
export async function executePrepared({
  schema,
  document,
  contextValue,
  variableValues,
}: ExecutionArgs): Promise<ExecutionResult> {
  const operation = getOperationAST(document) as OperationDefinitionNode;
  const plan = prepared.get(operation) ?? prepare(schema, document, operation);
  prepared.set(operation, plan);
  const variables = coercedVariables(schema, operation, variableValues ?? {});
  if (!variables) throw new Error('expected valid variables, got others');
  const { data: written, errors } = await plan.execute(contextValue as Context, variables);
  const data = written && JSON.parse(written.text);
  if (written && written.text !== JSON.stringify(data))
    throw new Error(`expected the text of JSON.stringify, got ${written.text}`);
  const executed = { operation, document, variables: variableValues ?? {}, data };
  const points = data && createActualCost(schema)(executed);
  if (written && !errors && written.points !== points)
    throw new Error(`expected ${points} points, got ${written.points}`);
  return { data, ...(errors && { errors }) };
}

function prepare(schema: GraphQLSchema, document: DocumentNode, operation: OperationDefinitionNode) {
  const { directiveVariables } = createDocumentFacts(schema, 0)(document);
  return prepareOperation(
    { schema, costs: createCostTrees(schema) },
    document,
    operation,
    directiveVariables,
  );
}
