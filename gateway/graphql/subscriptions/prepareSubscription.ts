import {
  type DocumentNode,
  type ExecutionArgs,
  GraphQLError,
  type GraphQLSchema,
  getOperationAST,
  getVariableValues,
  OperationTypeNode,
  parse,
  specifiedRules,
  type ValidationRule,
  validate,
} from 'graphql';
import type { Figures } from '../../core/errorBody.ts';
import { inputError } from '../../core/errors.ts';
import type { RequestedOperation } from '../operations/cost/operationFields.ts';
import { EXECUTION_OPTIONS } from '../operations/limits/coercedVariables.ts';
import { oneOfVariables } from '../operations/limits/oneOfVariables.ts';
import { PARSE_OPTIONS, parseLimitOf } from '../operations/limits/parseOptions.ts';
import { rejectDeepVariables } from '../operations/limits/variableDepth.ts';

/** The payload of a `subscribe` message. */
export interface SubscribePayload {
  readonly query?: unknown;
  readonly operationName?: string | null | undefined;
  readonly variables?: Readonly<Record<string, unknown>> | null | undefined;
}

interface SubscriptionRules {
  /** Returns the maximum cost of one event. @throws GraphQLError if it exceeds the limit */
  estimateAndLimitCost(operation: RequestedOperation): number;
  /** The validation rule of the document limits. */
  readonly documentRule: ValidationRule;
}

/**
 * Parses and validates a subscription, and estimates its cost.
 * @returns the execution arguments and the cost of one event in points, or errors
 */
export function prepareSubscription(
  schema: GraphQLSchema,
  { query, operationName, variables }: SubscribePayload,
  { estimateAndLimitCost, documentRule }: SubscriptionRules,
): (ExecutionArgs & { readonly cost: number }) | readonly GraphQLError[] {
  if (typeof query !== 'string') return [inputError('expected a GraphQL document as `query`, got none')];
  let document: DocumentNode;
  try {
    document = parse(query, PARSE_OPTIONS);
  } catch (error) {
    const limit = parseLimitOf(error as GraphQLError);
    return [withCode(error as GraphQLError, 'GRAPHQL_PARSE_FAILED', limit === undefined ? {} : { limit })];
  }
  const errors = validate(schema, document, [...specifiedRules, documentRule, oneOfVariables], {
    maxErrors: 5,
  });
  if (errors.length > 0) return errors.map((error) => withCode(error, 'GRAPHQL_VALIDATION_FAILED'));
  const operation = getOperationAST(document, operationName);
  if (operation?.operation !== OperationTypeNode.SUBSCRIPTION)
    return [
      inputError(
        `expected one subscription, got ${operation?.operation ?? 'no operation of that name'}; send other operations over HTTP, in documents without a subscription`,
      ),
    ];
  const variableValues = variables ?? {};
  try {
    rejectDeepVariables(variableValues);
    const { errors } = getVariableValues(schema, operation.variableDefinitions ?? [], variableValues, {
      maxErrors: EXECUTION_OPTIONS.maxCoercionErrors,
    });
    if (errors) return errors;
    const cost = estimateAndLimitCost({ operation, document, variables: variableValues });
    return { schema, document, operationName: operationName ?? null, variableValues, cost };
  } catch (error) {
    return [error as GraphQLError];
  }
}

/** Adds a code and figures to an error without them. */
function withCode(error: GraphQLError, code: string, figures: Figures = {}): GraphQLError {
  const { nodes, source, positions, extensions } = error;
  return new GraphQLError(error.message, {
    nodes,
    source,
    positions,
    extensions: { code, ...figures, ...extensions },
  });
}
