import type { GraphQLResponse } from '@apollo/server';
import { type OperationCost, type RateLimitStatus, resetsAt } from '../../../core/operationCost.ts';
import type { Rejected } from '../../../core/rejected.ts';
import {
  currentRequest,
  type UpstreamCalls,
  zeroUpstreamCalls,
} from '../../../services/telemetry/requestContext.ts';
import { rejectedResponse } from '../prepared/formatErrors.ts';

/** The names of GitHub's headers (https://docs.github.com/en/graphql/overview/rate-limits). */
export const RATE_LIMIT_HEADERS = [
  'x-ratelimit-limit',
  'x-ratelimit-remaining',
  'x-ratelimit-used',
  'x-ratelimit-reset',
  'x-ratelimit-cost',
] as const;

/**
 * Returns the status of a rate limit and the actual cost of an operation as headers.
 * @param now milliseconds since 1970
 */
export function rateLimitHeaders(
  status: RateLimitStatus,
  actual: number,
  now: number,
): [name: string, value: string][] {
  const { maximum, available } = status;
  const values = [maximum, available, maximum - available, Math.ceil(resetsAt(status, now) / 1000), actual];
  return RATE_LIMIT_HEADERS.map((name, i) => [name, String(values[i])]);
}

/** `extensions.cost`, in the format of Shopify (https://shopify.dev/docs/api/usage/limits). */
export interface CostExtension {
  readonly requestedQueryCost: number;
  readonly actualQueryCost: number;
  /** Null without a rate limit. */
  readonly throttleStatus: {
    readonly maximumAvailable: number;
    readonly currentlyAvailable: number;
    readonly restoreRate: number;
  } | null;
  /** Upstream requests that the operation caused. */
  readonly upstreamCalls: Readonly<UpstreamCalls>;
}

/** Returns the cost of an operation for `extensions`. */
export const costExtension = ({ requested, rateLimit }: OperationCost, actual: number): CostExtension => ({
  requestedQueryCost: requested,
  actualQueryCost: actual,
  throttleStatus: rateLimit
    ? {
        maximumAvailable: rateLimit.maximum,
        currentlyAvailable: rateLimit.available,
        restoreRate: rateLimit.restoreRate,
      }
    : null,
  upstreamCalls: currentRequest()?.upstreamCalls ?? zeroUpstreamCalls(),
});

/**
 * Returns the response to a request whose caller has too few points.
 * @param cost with the rate limit of the caller
 */
export function rateLimitedResponse(error: Rejected, cost: OperationCost): GraphQLResponse {
  const requestContext = currentRequest();
  if (requestContext) requestContext.cost = { requested: cost.requested, actual: 0 };
  const response = rejectedResponse([error]);
  const { headers } = response.http;
  headers.set('cache-control', 'private, no-store');
  for (const [name, value] of cost.rateLimit ? rateLimitHeaders(cost.rateLimit, 0, Date.now()) : [])
    headers.set(name, value);
  response.body.singleResult.extensions = { cost: costExtension(cost, 0) };
  return response;
}
