import type {
  ApolloServerPlugin,
  GraphQLRequestContextResponseForOperation,
  GraphQLRequestContextWillSendResponse,
  GraphQLResponse,
} from '@apollo/server';
import { HeaderMap } from '@apollo/server';
import { execute, type GraphQLFormattedError, type GraphQLSchema } from 'graphql';
import type { Context } from '../../../core/context.ts';
import { NO_PROVIDER_CALLS } from '../../../core/operationCost.ts';
import type { Charge, RateLimiter } from '../../../services/rateLimit/rateLimiter.ts';
import { currentRequest } from '../../../services/telemetry/requestContext.ts';
import { createActualCost } from '../cost/actualCost.ts';
import { UPSTREAM_CALL_COST } from '../cost/providerCalls.ts';
import { totalCalls } from '../cost/selectionCost.ts';
import { MIN_RESPONSE_COST } from './byteCost.ts';
import type { createDryRuns } from './dryRun.ts';
import { rateLimitError, retryAfterSeconds } from './rateLimitError.ts';
import { COST_DEBUG_HEADER, costExtension, rateLimitHeaders } from './rateLimitHeaders.ts';

interface OperationRateLimitOptions {
  readonly schema: GraphQLSchema;
  readonly rateLimiter: RateLimiter;
  readonly dryRuns: ReturnType<typeof createDryRuns>;
  readonly responseCache: CachedResponses;
}

/** Cached responses of operations. */
interface CachedResponses {
  hasHit(context: OperationContext): boolean;
  takeHit(context: OperationContext): GraphQLResponse | null;
}

type OperationContext = GraphQLRequestContextResponseForOperation<Context>;

interface OperationState {
  /** Undefined if the operation was rejected before, or the caller has no limit. */
  charge?: Charge | undefined;
  isExecuted: boolean;
}

type ResponseContext = GraphQLRequestContextWillSendResponse<Context>;

/**
 * Charges the caller for the estimated cost of an operation before execution, and settles what it used afterwards: the cost
 * of the operation and of the bytes of its response. Runs after the response cache; cached responses cost only their bytes.
 */
export function operationRateLimit(options: OperationRateLimitOptions): ApolloServerPlugin<Context> {
  const { schema, rateLimiter, dryRuns, responseCache } = options;
  const responseCost = createActualCost(schema);

  const actualCost = ({ operation, document, response, contextValue }: ResponseContext): number => {
    const data = response.body.kind === 'single' ? response.body.singleResult.data : undefined;
    const ofResponse = operation && document && data ? responseCost({ operation, document, data }) : 0;
    const calls = totalCalls(currentRequest()?.upstreamCalls ?? NO_PROVIDER_CALLS);
    return Math.min(contextValue.cost.requested, ofResponse + UPSTREAM_CALL_COST * calls);
  };
  const dryRun = async (context: OperationContext, state: OperationState) => {
    const { contextValue, request } = context;
    state.charge = await rateLimiter.charge(contextValue.caller, 0);
    contextValue.cost.rateLimit = state.charge?.status;
    const singleResult = await execute({
      schema,
      document: dryRuns.reduce(context),
      contextValue,
      variableValues: request.variables,
      operationName: request.operationName,
    });
    return responseOf(singleResult as { data: Record<string, unknown> });
  };

  return {
    async requestDidStart() {
      const state: OperationState = { isExecuted: false };
      return {
        async responseForOperation(context) {
          const { contextValue, operation, document, request } = context;
          const { cost, caller } = contextValue;
          // Undefined if the document has no operation of the requested name, contrary to Apollo's types.
          if (!operation) return null;
          if (dryRuns.isDryRun({ operation, document, variables: request.variables ?? {} }))
            return dryRun(context, state);
          const isCached = responseCache.hasHit(context);
          const points = isCached ? MIN_RESPONSE_COST : cost.requested;
          state.charge = await rateLimiter.charge(caller, points);
          cost.rateLimit = state.charge?.status;
          const isGranted = state.charge?.granted ?? true;
          state.isExecuted = isGranted && !isCached;
          if (!state.charge || isGranted) return isCached ? responseCache.takeHit(context) : null;
          const error = rateLimitError(points, state.charge, caller).toJSON();
          const { http, body } = responseOf({ errors: [error] });
          http.headers.set('retry-after', String(retryAfterSeconds(state.charge)));
          return { http: { ...http, status: 429 }, body };
        },
        async willSendResponse(context) {
          const { cost, caller } = context.contextValue;
          const { headers, status } = context.response.http;
          const used = (state.isExecuted ? actualCost(context) : 0) + cost.byteCost;
          const actual = used + cost.rejectionCost;
          const requestContext = currentRequest();
          if (requestContext && cost.requested > 0)
            requestContext.cost = { requested: cost.requested, actual };
          const settled = state.charge?.granted && state.charge.settle(used);
          // A later charge for a rejection has a newer status.
          if (settled && cost.rejectionCost === 0) cost.rateLimit = settled;
          if (status === 429 || context.request.http?.headers.has(COST_DEBUG_HEADER)) {
            cost.rateLimit ??= (await rateLimiter.charge(caller, 0))?.status;
            addCostExtension(context, actual);
          }
          // A response that a CDN stores must not contain the rate limit of one client.
          if (cost.rateLimit && !headers.get('cache-control')?.startsWith('public'))
            for (const [name, value] of rateLimitHeaders(cost.rateLimit, actual, Date.now()))
              headers.set(name, value);
        },
      };
    },
  };
}

/** Adds the cost to the response and makes it private. */
function addCostExtension({ response, contextValue }: ResponseContext, actual: number): void {
  if (response.body.kind !== 'single') return;
  const { singleResult } = response.body;
  singleResult.extensions = { ...singleResult.extensions, cost: costExtension(contextValue.cost, actual) };
  const { headers } = response.http;
  headers.set('cache-control', 'private, no-store');
  for (const name of ['etag', 'cache-tag']) headers.delete(name);
}

function responseOf(singleResult: {
  data?: Record<string, unknown>;
  errors?: GraphQLFormattedError[];
  extensions?: Record<string, unknown>;
}) {
  return {
    http: { status: undefined, headers: new HeaderMap() },
    body: { kind: 'single' as const, singleResult },
  };
}
