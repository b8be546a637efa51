import type {
  ApolloServerPlugin,
  GraphQLRequestContextResponseForOperation,
  GraphQLRequestContextWillSendResponse,
} from '@apollo/server';
import { HeaderMap } from '@apollo/server';
import { execute, type GraphQLFormattedError, type GraphQLSchema } from 'graphql';
import type { Context } from '../../../core/context.ts';
import type { Charge, RateLimiter } from '../../../services/rateLimit/rateLimiter.ts';
import { currentRequest } from '../../../services/telemetry/requestContext.ts';
import { createActualCost } from '../cost/actualCost.ts';
import type { createDryRuns } from './dryRun.ts';
import { rateLimitError, retryAfterSeconds } from './rateLimitError.ts';
import { COST_DEBUG_HEADER, costExtension, rateLimitHeaders } from './rateLimitHeaders.ts';

/** Points of one request to a provider. */
const CALL_COST = 10;

interface OperationRateLimitOptions {
  readonly schema: GraphQLSchema;
  readonly rateLimiter: RateLimiter;
  readonly dryRuns: ReturnType<typeof createDryRuns>;
}

/** Between the moment an operation is let in and its answer. */
interface OperationState {
  /** Undefined where nothing had to be taken: the answer was kept, or the caller has no limit. */
  charge?: Charge | undefined;
  /** Whether the operation was executed. */
  isExecuted: boolean;
}

type ResponseContext = GraphQLRequestContextWillSendResponse<Context>;

/**
 * Takes what an operation may cost from its caller's budget before it is executed, and gives back what it did not need.
 * It stands behind what answers from what is kept, which therefore costs nothing and is refused to nobody.
 */
export function operationRateLimit(options: OperationRateLimitOptions): ApolloServerPlugin<Context> {
  const { schema, rateLimiter, dryRuns } = options;
  const responseCost = createActualCost(schema);

  const actualCost = ({ operation, document, response, contextValue }: ResponseContext): number => {
    const data = response.body.kind === 'single' ? response.body.singleResult.data : undefined;
    const ofResponse = operation && document && data ? responseCost({ operation, document, data }) : 0;
    const calls = Object.values(currentRequest()?.upstreamCalls ?? {}).reduce((sum, count) => sum + count, 0);
    return Math.min(contextValue.cost.requested, ofResponse + CALL_COST * calls);
  };
  const dryRun = async (context: GraphQLRequestContextResponseForOperation<Context>) => {
    const { contextValue, request } = context;
    const charge = await rateLimiter.charge(contextValue.caller, 0);
    contextValue.cost.rateLimit = charge?.status;
    const singleResult = await execute({
      schema,
      document: dryRuns.reduced(context),
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
          // Apollo says otherwise, and asks also where the document has no operation of that name.
          if (!operation) return null;
          if (dryRuns.isDryRun({ operation, document, variables: request.variables ?? {} }))
            return dryRun(context);
          state.charge = await rateLimiter.charge(caller, cost.requested);
          cost.rateLimit = state.charge?.status;
          state.isExecuted = state.charge?.granted ?? true;
          if (!state.charge || state.isExecuted) return null;
          const error = rateLimitError(cost.requested, state.charge, caller).toJSON();
          const { http, body } = responseOf({ errors: [error] });
          http.headers.set('retry-after', String(retryAfterSeconds(state.charge)));
          return { http: { ...http, status: 429 }, body };
        },
        async willSendResponse(context) {
          const { cost, caller } = context.contextValue;
          const { headers, status } = context.response.http;
          const used = state.isExecuted ? actualCost(context) : 0;
          const actual = used + cost.rejectionCost;
          const currentContext = currentRequest();
          if (currentContext && cost.requested > 0) currentContext.cost = { requested: cost.requested, actual };
          const left = state.isExecuted && state.charge?.refund(cost.requested - used);
          // What was taken for a refusal came after.
          if (left && cost.rejectionCost === 0) cost.rateLimit = left;
          if (status === 429 || context.request.http?.headers.has(COST_DEBUG_HEADER)) {
            cost.rateLimit ??= (await rateLimiter.charge(caller, 0))?.status;
            addCostExtension(context, actual);
          }
          // What a CDN keeps must tell nobody of somebody else's budget.
          if (cost.rateLimit && !headers.get('cache-control')?.startsWith('public'))
            for (const [name, value] of rateLimitHeaders(cost.rateLimit, actual, Date.now()))
              headers.set(name, value);
        },
      };
    },
  };
}

/** Puts the cost into the answer, which is nobody else's then. */
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
