import type { GraphQLResponse } from '@apollo/server';
import type { OperationCost } from '../../../core/operationCost.ts';
import type { Rejected } from '../../../core/rejected.ts';
import { currentRequest } from '../../../services/telemetry/requestContext.ts';
import { rejectedResponse } from '../prepared/formatErrors.ts';
import { costExtension, rateLimitHeaders } from './rateLimitHeaders.ts';

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
