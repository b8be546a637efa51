import { type GraphQLSchema, type OperationDefinitionNode, parse } from 'graphql';
import { createCostEstimator } from '../../../graphql/operations/cost/costEstimator.ts';
import type { ExampleOperation } from '../markdown/examples.ts';

/** Creates a function that describes the cost of an example; it returns undefined for a subscription. */
export function createCostText(schema: GraphQLSchema): (example: ExampleOperation) => string | undefined {
  const costOf = createCostEstimator(schema);
  return ({ query, variables = {} }) => {
    const document = parse(query);
    const operation = document.definitions[0] as OperationDefinitionNode;
    const cost =
      operation.operation === 'subscription' ? undefined : costOf({ operation, document, variables });
    if (!cost) return undefined;
    const calls = Object.entries(cost.providerCalls)
      .filter(([, count]) => count > 0)
      .map(([provider, count]) => `${count} to the ${provider} service`);
    return `This operation costs at most ${cost.points} points${calls.length > 0 ? `, with these requests: ${calls.join(', ')}` : ''}.`;
  };
}
