import { type OperationCost, type RateLimitStatus, resetsAt } from '../../../core/operationCost.ts';
import {
  currentRequest,
  type UpstreamCalls,
  zeroUpstreamCalls,
} from '../../../services/telemetry/requestContext.ts';

/** What asks for the cost in `extensions`; such an answer is its client's own. */
export const COST_DEBUG_HEADER = 'x-trivium-cost';

/** The names of GitHub's headers, which clients may know (https://docs.github.com/en/graphql/overview/rate-limits). */
export const RATE_LIMIT_HEADERS = [
  'x-ratelimit-limit',
  'x-ratelimit-remaining',
  'x-ratelimit-used',
  'x-ratelimit-reset',
  'x-ratelimit-cost',
] as const;

/** How a budget stands as headers, and what of it this operation has used. @param now milliseconds since 1970 */
export function rateLimitHeaders(
  status: RateLimitStatus,
  actual: number,
  now: number,
): [name: string, value: string][] {
  const { maximum, available } = status;
  const values = [maximum, available, maximum - available, Math.ceil(resetsAt(status, now) / 1000), actual];
  return RATE_LIMIT_HEADERS.map((name, i) => [name, String(values[i])]);
}

/** What `extensions.cost` tells, in the shape of Shopify's (https://shopify.dev/docs/api/usage/limits). */
export interface CostExtension {
  readonly requestedQueryCost: number;
  readonly actualQueryCost: number;
  /** Null where there is no limit. */
  readonly throttleStatus: {
    readonly maximumAvailable: number;
    readonly currentlyAvailable: number;
    readonly restoreRate: number;
  } | null;
  /** Requests to providers that the operation has led to. */
  readonly upstreamCalls: Readonly<UpstreamCalls>;
}

/** The cost of an operation for its `extensions`. @param actual points that it has used in the end */
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
