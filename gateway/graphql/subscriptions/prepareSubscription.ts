import {
  type DocumentNode,
  type ExecutionArgs,
  type GraphQLError,
  getOperationAST,
  getVariableValues,
  OperationTypeNode,
} from 'graphql';
import { inputError } from '../../core/errors.ts';
import type { RequestedDocument } from '../../core/operationRequest.ts';
import type { Scope } from '../../core/scopes.ts';
import type { RequestedOperation } from '../operations/cost/operationFields.ts';
import type { GraphServices } from '../operations/graphServices.ts';
import { EXECUTION_OPTIONS, rejectDeepVariables } from '../operations/limits/variables.ts';
import { RejectedOperation, rejectionErrors } from '../operations/rejectedOperation.ts';
import { type Coercion, visibleErrors } from '../operations/visibleErrors.ts';

/** The operation of a document that a client requests, with its variables. */
export interface OperationSelection {
  readonly operationName?: string | null | undefined;
  readonly variables?: Readonly<Record<string, unknown>> | null | undefined;
}

/** A subscription, and its text. */
interface RequestedSubscription extends OperationSelection {
  readonly document: Pick<RequestedDocument, 'isTrusted'>;
}

/**
 * Prepares a subscription of a valid document, and estimates its cost.
 * @param scopes the scopes of the caller: errors contain no names that require other scopes
 * @param estimateAndLimitCost returns the maximum cost of one event; throws if it exceeds the limit
 * @returns the execution arguments and the cost of one event in points
 * @throws RejectedOperation
 */
export function prepareSubscription(
  services: Pick<GraphServices, 'schema' | 'visibleSchemas' | 'operationLimits'>,
  scopes: readonly Scope[],
  document: DocumentNode,
  { document: requested, operationName, variables }: RequestedSubscription,
  estimateAndLimitCost: (operation: RequestedOperation) => number,
): ExecutionArgs & { readonly cost: number } {
  const operation = getOperationAST(document, operationName);
  const rejected = (errors: readonly GraphQLError[], coercion?: Coercion) =>
    new RejectedOperation(visibleErrors(services, scopes, { requested, document, errors, coercion }));
  if (operation?.operation !== OperationTypeNode.SUBSCRIPTION)
    throw rejected([
      inputError(
        `expected one subscription, got ${operation?.operation ?? 'no operation of that name'}; send other operations over HTTP`,
      ),
    ]);
  const { schema } = services;
  const variableValues = variables ?? {};
  try {
    rejectDeepVariables(variableValues);
  } catch (error) {
    throw rejected(rejectionErrors(error));
  }
  const { errors } = getVariableValues(schema, operation.variableDefinitions ?? [], variableValues, {
    maxErrors: EXECUTION_OPTIONS.maxCoercionErrors,
  });
  if (errors) throw rejected(errors, { operation, variables: variableValues });
  try {
    const cost = estimateAndLimitCost({ operation, document, variables: variableValues });
    return { schema, document, operationName: operationName ?? null, variableValues, cost };
  } catch (error) {
    throw rejected(rejectionErrors(error));
  }
}
