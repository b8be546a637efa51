import type { DocumentNode, GraphQLSchema, OperationDefinitionNode } from 'graphql';
import { createCostTrees } from '../cost/actualCost.ts';
import type { FactsOf } from '../document/documentFacts.ts';
import { type PreparedOperation, prepareOperation } from '../prepared/validDocuments.ts';

/**
 * Prepares a query whose executions collect the sources of its values.
 * @param document valid
 * @param operation a query of the document, without introspection
 */
export type PrepareWithSources = (
  document: DocumentNode,
  operation: OperationDefinitionNode,
) => PreparedOperation;

/** Creates the function. It has plans of its own, because the fields of other plans have no code for sources. */
export function createSourcePlans(schema: GraphQLSchema, factsOf: FactsOf): PrepareWithSources {
  const costs = createCostTrees(schema);
  const prepared = new WeakMap<OperationDefinitionNode, PreparedOperation>();
  return (document, operation) => {
    const { directiveVariables } = factsOf(document);
    const known =
      prepared.get(operation) ??
      prepareOperation({ schema, costs, hasSources: true }, document, operation, directiveVariables);
    prepared.set(operation, known);
    return known;
  };
}
