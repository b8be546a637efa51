import {
  type DocumentNode,
  type ExecutionArgs,
  GraphQLError,
  getOperationAST,
  getVariableValues,
  OperationTypeNode,
} from 'graphql';
import { inputError } from '../../core/errors.ts';
import type { RequestedOperation } from '../operations/cost/operationFields.ts';
import type { GraphServices } from '../operations/graphServices.ts';
import { EXECUTION_OPTIONS } from '../operations/limits/coercedVariables.ts';
import { rejectDeepVariables } from '../operations/limits/variableDepth.ts';
import { visibleSuggestions } from '../operations/visibleSuggestions.ts';

/** The operation of a document that a client requests, with its variables. */
export interface OperationSelection {
  readonly operationName?: string | null | undefined;
  readonly variables?: Readonly<Record<string, unknown>> | null | undefined;
}

/**
 * Prepares a subscription of a valid document, and estimates its cost.
 * @param estimateAndLimitCost returns the maximum cost of one event; throws if it exceeds the limit
 * @returns the execution arguments and the cost of one event in points, or errors
 */
export function prepareSubscription(
  { schema, visibleSchemas }: Pick<GraphServices, 'schema' | 'visibleSchemas'>,
  document: DocumentNode,
  { operationName, variables }: OperationSelection,
  estimateAndLimitCost: (operation: RequestedOperation) => number,
): (ExecutionArgs & { readonly cost: number }) | readonly GraphQLError[] {
  const operation = getOperationAST(document, operationName);
  if (operation?.operation !== OperationTypeNode.SUBSCRIPTION)
    return [
      inputError(
        `expected one subscription, got ${operation?.operation ?? 'no operation of that name'}; send other operations over HTTP`,
      ),
    ];
  const variableValues = variables ?? {};
  try {
    rejectDeepVariables(variableValues);
    const { errors } = getVariableValues(schema, operation.variableDefinitions ?? [], variableValues, {
      maxErrors: EXECUTION_OPTIONS.maxCoercionErrors,
    });
    if (errors) {
      const visible = visibleSuggestions(visibleSchemas, { document, operation, variables });
      return errors.map(
        ({ message, nodes, extensions }) => new GraphQLError(visible(message), { nodes, extensions }),
      );
    }
    const cost = estimateAndLimitCost({ operation, document, variables: variableValues });
    return { schema, document, operationName: operationName ?? null, variableValues, cost };
  } catch (error) {
    return [error as GraphQLError];
  }
}
