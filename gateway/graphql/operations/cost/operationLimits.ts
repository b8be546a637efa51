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

/** Returns whether only the cost of an operation is requested; such an operation is not limited. */
type IsDryRun = (requested: RequestedOperation) => boolean;

/**
 * Records the estimated cost of an operation in its context. The cost depends on variables, so this runs for every request,
 * also for cached documents.
 * @throws GraphQLError `TOO_COSTLY`
 */
export function limitOperation(
  requested: RequestedOperation,
  { cost, caller }: Pick<Context, 'cost' | 'caller'>,
  limits: OperationLimits,
  isDryRun: IsDryRun,
): void {
  // Recorded first, so that the rejection reports the cost.
  const estimate = costOf(requested, limits);
  cost.requested = estimate.points;
  cost.providerCalls = estimate.providerCalls;
  if (!isDryRun(requested)) rejectTooCostly(requested, cost.requested, caller, limits);
}

const NO_COST: EstimatedCost = { points: 0, providerCalls: NO_PROVIDER_CALLS };

const costOf = (requested: RequestedOperation, limits: OperationLimits): EstimatedCost =>
  limits.costOf(requested) ?? NO_COST;

function rejectTooCostly(
  requested: RequestedOperation,
  cost: number,
  caller: Caller,
  { maxCost, costliestPathsOf }: OperationLimits,
): void {
  const maximum = maxCost(caller);
  if (cost <= maximum) return;
  const costliest = costliestPathsOf(requested);
  const [first] = costliest;
  const where = first ? `, of which ${first.cost} for ${first.path}` : '';
  throw requestError(
    `expected an operation that costs at most ${maximum}, got ${cost}${where}; request smaller pages or fewer fields`,
    { code: 'TOO_COSTLY', limit: maximum, cost, costliest },
  );
}

/** Creates an error for the whole request. */
const requestError = (
  message: string,
  extensions: { readonly code: ErrorCode; readonly [figure: string]: unknown },
): GraphQLError => new GraphQLError(message, { extensions });
