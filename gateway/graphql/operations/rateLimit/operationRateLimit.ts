import { type GraphQLResponse, HeaderMap } from '@apollo/server';
import { type DocumentNode, execute, type FieldNode, type GraphQLSchema, getArgumentValues } from 'graphql';
import type { Context } from '../../../core/context.ts';
import { andThen, type MaybePromise } from '../../../core/maybePromise.ts';
import { NO_PROVIDER_CALLS, type OperationCost, totalCalls } from '../../../core/operationCost.ts';
import type { Rejected } from '../../../core/rejected.ts';
import type { Charge, RateLimiter } from '../../../services/rateLimit/rateLimiter.ts';
import { currentRequest } from '../../../services/telemetry/requestContext.ts';
import type { RequestedOperation } from '../cost/operationFields.ts';
import { UPSTREAM_CALL_COST } from '../cost/providerCalls.ts';
import type { FactsOf } from '../document/documentFacts.ts';
import { onlyRootFields } from '../document/rootFields.ts';
import { isExcluded } from '../document/selections.ts';
import { coercedVariables } from '../limits/variables.ts';
import type { OperationRun } from '../run/operationRun.ts';
import { dataOf } from '../run/responseData.ts';
import { MIN_RESPONSE_COST } from './byteCost.ts';
import { rateLimitError } from './rateLimitError.ts';
import { costExtension, rateLimitHeaders } from './rateLimitResponse.ts';

/** Points of a dry run: it coerces the variables and estimates the cost. */
const DRY_RUN_COST = 50;

interface OperationRateLimitOptions {
  readonly schema: GraphQLSchema;
  readonly rateLimiter: RateLimiter;
  readonly dryRuns: ReturnType<typeof createDryRuns>;
  readonly responseCache: CachedResponses;
}

/** Cached responses of operations. */
interface CachedResponses {
  hasHit(run: OperationRun): boolean;
  takeHit(run: OperationRun): GraphQLResponse | null;
}

/** Charges callers for operations. */
export interface OperationRateLimit {
  /**
   * Charges for an operation before its execution.
   * @returns the response if the operation is not executed: a dry run or a cached response
   * @throws Rejected `RATE_LIMITED` for missing points
   */
  charge(run: OperationRun): MaybePromise<GraphQLResponse | null>;
  /** Settles the charge by the response, and adds the rate limit to its headers. */
  settle(run: OperationRun): MaybePromise<void>;
}

/**
 * Charges the caller for the estimated cost of an operation before execution, and settles what it used afterwards: the cost
 * of the operation and of the bytes of its response. The charge for its document counts towards it. Runs after the
 * response cache; cached responses cost only their bytes.
 */
export function createOperationRateLimit(options: OperationRateLimitOptions): OperationRateLimit {
  const { schema, rateLimiter, dryRuns, responseCache } = options;

  const actualCost = ({ response: { body }, contextValue }: OperationRun): number => {
    const ofResponse = (body?.kind === 'single' && dataOf(body.singleResult)?.points) || 0;
    const calls = totalCalls(currentRequest()?.upstreamCalls ?? NO_PROVIDER_CALLS);
    return Math.min(contextValue.cost.requested, ofResponse + UPSTREAM_CALL_COST * calls);
  };
  const dryRun = async ({ contextValue, request }: OperationRun, document: DocumentNode) => {
    const { data, errors } = await execute({
      schema,
      document,
      contextValue,
      variableValues: request.variables,
      operationName: request.operationName,
    });
    const singleResult = {
      ...(errors && { errors }),
      data: data && { text: JSON.stringify(data), points: 0 },
    };
    return {
      http: { status: undefined, headers: new HeaderMap() },
      body: { kind: 'single' as const, singleResult },
    };
  };

  const charge: OperationRateLimit['charge'] = (run) => {
    const { contextValue, operation, document } = run;
    const { cost, caller, progress } = contextValue;
    // Undefined if the document has no operation of the requested name, contrary to Apollo's types.
    if (!operation || !document) return null;
    const { isDryRun = false } = progress;
    const isCached = !isDryRun && responseCache.hasHit(run);
    const points = isDryRun ? DRY_RUN_COST : isCached ? MIN_RESPONSE_COST : cost.requested;
    return andThen(
      rateLimiter.charge(caller, exceeding(points, cost)),
      (charged): MaybePromise<GraphQLResponse | null> => {
        const isGranted = charged?.isGranted ?? true;
        progress.charge = charged;
        progress.isPaid = isGranted && !isDryRun && !isCached;
        cost.rateLimit = charged?.status;
        if (charged && !isGranted) throw rejection(points, charged, contextValue);
        if (isDryRun) return dryRun(run, dryRuns.reduce(document));
        return isCached ? responseCache.takeHit(run) : null;
      },
    );
  };

  const settle: OperationRateLimit['settle'] = (run) => {
    const { cost, caller, request, progress } = run.contextValue;
    const ofOperation = progress.isDryRun ? DRY_RUN_COST : progress.isPaid ? actualCost(run) : 0;
    const used = ofOperation + cost.byteCost;
    const actual = Math.max(used, cost.documentCost);
    const requestContext = currentRequest();
    if (requestContext && cost.requested > 0) requestContext.cost = { requested: cost.requested, actual };
    if (progress.charge?.isGranted) cost.rateLimit = progress.charge.settle(exceeding(used, cost));
    if (run.response.http.status !== 429 && !request?.reportsCost) return addHeaders(run, actual);
    const reportCost = () => {
      addCostExtension(run, actual);
      addHeaders(run, actual);
    };
    if (cost.rateLimit) return reportCost();
    return andThen(rateLimiter.charge(caller, 0), (charge) => {
      cost.rateLimit = charge?.status;
      reportCost();
    });
  };

  return { charge, settle };
}

/** Returns the points that the charge for the document does not cover. */
const exceeding = (points: number, { documentCost }: OperationCost): number =>
  Math.max(0, points - documentCost);

/** Creates the error of an operation that its caller cannot pay for. The charge for its document is kept. */
function rejection(points: number, charge: Charge, { caller, cost }: Context): Rejected {
  // Next time, the document is known and pays for nothing.
  const waitSeconds = charge.waitSeconds + cost.documentCost / charge.status.restoreRate;
  return rateLimitError(points, { ...charge, waitSeconds }, caller);
}

/** Adds the rate limit to the headers of the response. */
function addHeaders({ response, contextValue: { cost, progress } }: OperationRun, actual: number): void {
  // A response that a CDN stores must not contain the rate limit of one client.
  if (!cost.rateLimit || progress.cacheLookup?.response?.cacheTag !== undefined) return;
  for (const [name, value] of rateLimitHeaders(cost.rateLimit, actual, Date.now()))
    response.http.headers.set(name, value);
}

/** Adds the cost to the response. */
function addCostExtension({ response, contextValue }: OperationRun, actual: number): void {
  if (response.body?.kind !== 'single') return;
  const { singleResult } = response.body;
  singleResult.extensions = { ...singleResult.extensions, cost: costExtension(contextValue.cost, actual) };
}

const RATE_LIMIT_FIELD = 'rateLimit';
const isRateLimit = ({ name }: FieldNode): boolean => name.value === RATE_LIMIT_FIELD;
const hasArguments = ({ arguments: given }: FieldNode): boolean => given !== undefined && given.length > 0;

/** Recognizes operations that request only their cost: `rateLimit(dryRun: true)` among the root fields. */
export function createDryRuns(
  schema: GraphQLSchema,
  factsOf: FactsOf,
): {
  isDryRun(requested: RequestedOperation): boolean;
  /** Returns a document with only the fields `rateLimit` in its queries. */
  reduce(document: DocumentNode): DocumentNode;
} {
  return {
    isDryRun({ operation, document, variables }) {
      const fields = factsOf(document)
        .ofOperation(operation)
        .rootFields.filter((node) => isRateLimit(node) && hasArguments(node));
      const field = schema.getQueryType()?.getFields()[RATE_LIMIT_FIELD];
      if (fields.length === 0 || !field) return false;
      const coerced = coercedVariables(schema, operation, variables);
      if (!coerced) return false;
      return fields.some(
        (node) =>
          !isExcluded(schema, node, coerced) && getArgumentValues(field, node, coerced).dryRun === true,
      );
    },
    reduce: (document) => onlyRootFields(schema, document, isRateLimit),
  };
}
