import type { ApolloServerPlugin } from '@apollo/server';
import { GraphQLError, type GraphQLSchema, type ValidationRule } from 'graphql';
import type { RateLimiter } from '../../../services/rateLimit/rateLimiter.ts';
import type { Config } from '../../../config/config.ts';
import type { Caller, Context } from '../../../core/context.ts';
import type { ErrorCode } from '../../../core/errors.ts';
import { type RequestedOperation, createCostEstimator } from './estimateCost.ts';
import { documentLimits } from '../limits/documentLimits.ts';

/** How far documents may go, and how dear an operation may be. */
export interface OperationLimits {
  /** Refuses documents by themselves, whatever their variables. */
  readonly documentRule: ValidationRule;
  readonly costOf: ReturnType<typeof createCostEstimator>;
  /** What one operation of a caller may cost. */
  maxCost(caller: Caller): number;
}

/**
 * How far documents over a schema may go, and how dear operations may be: what costs more than its caller's budget ever
 * holds could never be paid.
 * @param config what one operation may cost whoever asks, and how often one field may stand in one place
 */
export const createOperationLimits = (
  schema: GraphQLSchema,
  { maxCost: most, maxDuplicates }: Pick<Config, 'maxCost' | 'maxDuplicates'>,
  rateLimiter: Pick<RateLimiter, 'limitOf'>,
): OperationLimits => ({
  documentRule: documentLimits(maxDuplicates),
  costOf: createCostEstimator(schema),
  maxCost: (caller) => Math.min(most, rateLimiter.limitOf(caller)?.maximum ?? most),
});

/**
 * Refuses what depends on variables before anything is resolved: pages of a size that is not served, and operations that
 * cost too much. It runs for every request, for a document that was allowed once is not looked at again, and notes the
 * cost in the operation's bill.
 * @param isDryRun tells operations of which nothing but the cost is asked, so that they may cost anything
 */
export const operationLimits = (
  limits: OperationLimits,
  isDryRun: (requested: RequestedOperation) => boolean,
): ApolloServerPlugin<Context> => ({
  async requestDidStart() {
    return {
      async didResolveOperation({ operation, document, request: { variables = {} }, contextValue }) {
        if (!operation) return;
        const asked = { operation, document, variables };
        const { cost, caller } = contextValue;
        // Who is refused is told as well what it would cost.
        cost.requested = costOf(asked, limits);
        if (!isDryRun(asked)) rejectTooCostly(cost.requested, caller, limits);
      },
    };
  },
});

/**
 * What one operation costs at most.
 * @throws GraphQLError `TOO_COSTLY` or `PAGE_SIZE`
 */
export function estimateCost(asked: RequestedOperation, caller: Caller, limits: OperationLimits): number {
  const cost = costOf(asked, limits);
  rejectTooCostly(cost, caller, limits);
  return cost;
}

const costOf = (asked: RequestedOperation, limits: OperationLimits): number =>
  asRequestError(() => limits.costOf(asked)) ?? 0;

function rejectTooCostly(cost: number, caller: Caller, { maxCost }: OperationLimits): void {
  const maximum = maxCost(caller);
  if (cost > maximum)
    throw requestError(
      `expected an operation that costs at most ${maximum}, got ${cost}; ask for smaller pages, or for less of each row`,
      'TOO_COSTLY',
    );
}

/** An error that answers the whole request, and not a field of it. */
const requestError = (message: string, code: ErrorCode): GraphQLError =>
  new GraphQLError(message, { extensions: { code, http: { status: 400 } } });

function asRequestError<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error;
    throw requestError(error.message, error.extensions.code as ErrorCode);
  }
}
