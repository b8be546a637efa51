import { type GraphQLResponse, HeaderMap } from '@apollo/server';
import type { GraphQLError } from 'graphql';
import { withErrorUrl } from '../../../core/errorUrl.ts';
import type { OperationCost } from '../../../core/operationCost.ts';
import { currentRequest } from '../../../services/telemetry/requestContext.ts';
import { costExtension, rateLimitHeaders } from './rateLimitHeaders.ts';

/**
 * Returns the response to a request whose caller has too few points.
 * @param error `RATE_LIMITED`, with the seconds to wait as `retryAfter`
 * @param cost with the rate limit of the caller
 */
export function rateLimitedResponse(error: GraphQLError, cost: OperationCost): GraphQLResponse {
  const requestContext = currentRequest();
  if (requestContext) requestContext.cost = { requested: cost.requested, actual: 0 };
  const headers = new HeaderMap([
    ['cache-control', 'private, no-store'],
    ['retry-after', String(error.extensions.retryAfter)],
    ...(cost.rateLimit ? rateLimitHeaders(cost.rateLimit, 0, Date.now()) : []),
  ]);
  const singleResult = {
    errors: [withErrorUrl(error.toJSON())],
    extensions: { cost: costExtension(cost, 0) },
  };
  return { http: { status: 429, headers }, body: { kind: 'single', singleResult } };
}
