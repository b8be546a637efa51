import { GraphQLError, type GraphQLSchema, type ValidationRule } from 'graphql';
import type { Config } from '../../../config/config.ts';
import type { Caller, Context } from '../../../core/context.ts';
import type { ErrorCode } from '../../../core/errors.ts';
import { NO_PROVIDER_CALLS } from '../../../core/operationCost.ts';
import type { RateLimiter } from '../../../services/rateLimit/rateLimiter.ts';
import { documentLimits } from '../limits/documentLimits.ts';
import { createCostEstimator, type EstimatedCost } from './costEstimator.ts';
import { createCostliestPaths } from './costliestPaths.ts';
import type { RequestedOperation } from './operationFields.ts';

/** The limits of documents and operations. */
export interface OperationLimits {
  /** Rejects documents independently of variables. */
  readonly documentRule: ValidationRule;
  readonly costOf: ReturnType<typeof createCostEstimator>;
  readonly costliestPathsOf: ReturnType<typeof createCostliestPaths>;
  /** Returns the maximum cost of an operation of a caller in points. */
  maxCost(caller: Caller): number;
}

/**
 * Creates the limits for a schema. An operation can cost at most the size of its caller's bucket, because it could never
 * be charged otherwise.
 */
export const createOperationLimits = (
  schema: GraphQLSchema,
  { maxCost, maxDuplicateFields }: Pick<Config, 'maxCost' | 'maxDuplicateFields'>,
  rateLimiter: Pick<RateLimiter, 'limitOf'>,
): OperationLimits => ({
  documentRule: documentLimits(maxDuplicateFields),
  costOf: createCostEstimator(schema),
  costliestPathsOf: createCostliestPaths(schema),
  maxCost: (caller) => Math.min(maxCost, rateLimiter.limitOf(caller)?.maximum ?? maxCost),
});

const NO_COST: EstimatedCost = { points: 0, providerCalls: NO_PROVIDER_CALLS };

/**
 * Records the estimated cost of an operation in its context. The cost depends on variables, so this runs for every request,
 * also for cached documents.
 */
export function recordEstimate(
  requested: RequestedOperation,
  { cost }: Pick<Context, 'cost'>,
  { costOf }: OperationLimits,
): void {
  const { points, providerCalls } = costOf(requested) ?? NO_COST;
  cost.requested = points;
  cost.providerCalls = providerCalls;
}

/** @throws GraphQLError `TOO_COSTLY` if the estimated cost exceeds the limit of the caller */
export function rejectTooCostly(
  requested: RequestedOperation,
  { cost, caller }: Pick<Context, 'cost' | 'caller'>,
  { maxCost, costliestPathsOf }: OperationLimits,
): void {
  const limit = maxCost(caller);
  if (cost.requested <= limit) return;
  const costliest = costliestPathsOf(requested);
  const [first] = costliest;
  const where = first ? `, of which ${first.cost} for ${first.path}` : '';
  throw new GraphQLError(
    `expected an operation that costs at most ${limit}, got ${cost.requested}${where}; request smaller pages or fewer fields`,
    { extensions: { code: 'TOO_COSTLY' satisfies ErrorCode, limit, cost: cost.requested, costliest } },
  );
}
