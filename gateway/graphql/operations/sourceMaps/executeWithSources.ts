import {
  type DocumentNode,
  type ExecutionResult,
  type GraphQLSchema,
  getOperationAST,
  type OperationDefinitionNode,
} from 'graphql';
import type { Context } from '../../../core/context.ts';
import { createCostTrees } from '../cost/actualCost.ts';
import type { FactsOf } from '../document/documentFacts.ts';
import { coercedVariables } from '../limits/variables.ts';
import { type PreparedOperation, prepareOperation } from '../prepared/preparedStore.ts';
import type { ResponseSources } from '../run/responseSources.ts';

/** A query whose sources are collected. */
interface RequestedQuery {
  /** Valid. */
  readonly document: DocumentNode;
  readonly operationName: string | undefined;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly sources: ResponseSources;
}

/**
 * Creates the function that executes queries and collects the sources of their values. Their plans are apart from those of other
 * executions, whose fields have no code for sources.
 */
export function createSourcesExecutor(
  schema: GraphQLSchema,
  factsOf: FactsOf,
): (requested: RequestedQuery, context: Context) => Promise<ExecutionResult> {
  const costs = createCostTrees(schema);
  const prepared = new WeakMap<OperationDefinitionNode, PreparedOperation>();
  const prepare = (document: DocumentNode, operation: OperationDefinitionNode): PreparedOperation => {
    const { directiveVariables } = factsOf(document);
    const known =
      prepared.get(operation) ??
      prepareOperation({ schema, costs, hasSources: true }, document, operation, directiveVariables);
    prepared.set(operation, known);
    return known;
  };
  return async ({ document, operationName, variables, sources }, context) => {
    const operation = getOperationAST(document, operationName) as OperationDefinitionNode;
    const coerced = coercedVariables(schema, operation, variables);
    // Invalid variables are rejected before.
    if (!coerced) throw new Error('expected valid variables, got others');
    const { data, errors } = await prepare(document, operation).execute(context, coerced, sources);
    return { data: data ? JSON.parse(data.text) : null, ...(errors && { errors }) };
  };
}
