import type { GraphQLResponse } from '@apollo/server';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CachedResponse } from '../../core/cachedOperation.ts';
import { type Caller, hasPublicResponse } from '../../core/context.ts';
import { createOperationCost } from '../../core/operationCost.ts';
import type { GraphServices } from '../../graphql/operations/graphServices.ts';
import { byteCost, MIN_RESPONSE_COST } from '../../graphql/operations/rateLimit/byteCost.ts';
import { rateLimitError } from '../../graphql/operations/rateLimit/rateLimitError.ts';
import { rateLimitedResponse } from '../../graphql/operations/rateLimit/rateLimitedResponse.ts';
import { rateLimitHeaders } from '../../graphql/operations/rateLimit/rateLimitHeaders.ts';
import type { CachedRequest } from '../../graphql/operations/responseCache/cachedRequests.ts';
import {
  acceptedEncoding,
  type EncodedBodies,
} from '../../graphql/operations/responseCache/encodedBodies.ts';
import {
  isNotModified,
  isSafeMethod,
  responseCacheHeaders,
} from '../../graphql/operations/responseCache/responseCacheHeaders.ts';
import { bodyOf } from '../../graphql/operations/responseCache/responseTexts.ts';
import { recordOperation } from '../../graphql/operations/telemetry.ts';
import { deprecationHeaders } from '../../graphql/operations/usage/deprecationHeaders.ts';
import type { Principal } from '../../services/auth/authenticate.ts';
import { currentRequest } from '../../services/telemetry/requestContext.ts';
import { clientOf } from '../../services/usage/client.ts';
import { recordContentPolicy } from '../pages/contentPolicies.ts';

export interface CachedResponseServices {
  readonly graph: Pick<GraphServices, 'rateLimiter' | 'persistedQueries' | 'usage'>;
  readonly hasCdnPurge: boolean;
  readonly bodies: EncodedBodies;
  /** Writes another response than the cached one. Returns its body. */
  writeUncached(response: GraphQLResponse): Promise<Buffer>;
}

/**
 * Responds to a request with its cached response, as its operation would: it charges the caller, and sets the same
 * headers and telemetry. Returns the body.
 */
export async function respondFromCache(
  request: FastifyRequest,
  reply: FastifyReply,
  principal: Principal,
  found: CachedRequest,
  { graph, hasCdnPurge, bodies, writeUncached }: CachedResponseServices,
): Promise<Buffer | string> {
  const { caller } = principal;
  const { value, tags, operation, contentType } = found;
  observeDocument(operation.documentId, graph.persistedQueries);
  graph.usage.record(
    clientOf((name) => request.headers[name], caller),
    operation.usage.coordinates,
  );
  const charge = await graph.rateLimiter.charge(caller, MIN_RESPONSE_COST);
  if (charge && !charge.granted) {
    record(caller, found, 0);
    const cost = { ...createOperationCost(), requested: operation.requestedCost, rateLimit: charge.status };
    return writeUncached(rateLimitedResponse(rateLimitError(MIN_RESPONSE_COST, charge, caller), cost));
  }
  reply.type(contentType).headers(Object.fromEntries(deprecationHeaders(operation.usage.deprecated)));
  const ttlSeconds = found.ttlSeconds - found.ageSeconds;
  recordContentPolicy(request, reply.raw, { tags, ttlSeconds, hasSignedUrls: false });
  const isPublic = hasPublicResponse(principal);
  const response = { etag: value.etag, tags, ttlSeconds, isPublic, isHit: true };
  const isReadOnly = isSafeMethod(request.method);
  for (const [name, header] of responseCacheHeaders(response, { isReadOnly, hasCdnPurge }))
    reply.header(name, header);
  const cost = isNotModified(request, reply) ? MIN_RESPONSE_COST : byteCost(value.bytes);
  const status = charge?.settle(cost);
  // A response that a CDN stores must not contain the rate limit of one client.
  if (status && !String(reply.getHeader('cache-control')).startsWith('public'))
    reply.headers(Object.fromEntries(rateLimitHeaders(status, cost, Date.now())));
  record(caller, found, cost);
  return encodeCached(request, reply, value, bodies);
}

/** Returns the encoded body of a cached response, or nothing for a client that has it. */
export async function encodeCached(
  request: FastifyRequest,
  reply: FastifyReply,
  response: CachedResponse,
  bodies: EncodedBodies,
): Promise<Buffer | string> {
  // `conditionalGet` sends the 304.
  if (isNotModified(request, reply)) return '';
  const encoding = acceptedEncoding(request.headers, response.bytes);
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  return bodies.get(response.etag, () => bodyOf(response.text), encoding);
}

function observeDocument(
  documentId: string | undefined,
  { store, observe }: GraphServices['persistedQueries'],
): void {
  if (documentId === undefined) observe?.('text');
  else observe?.(store.isTrusted(documentId) ? 'trusted' : 'persisted');
}

/** Records the operation of a cached response in telemetry. */
function record(caller: Caller, { operation: { name, requestedCost } }: CachedRequest, actual: number): void {
  const request = currentRequest();
  if (!request) return;
  recordOperation(request, caller, { type: 'query', name });
  if (requestedCost > 0) request.cost = { requested: requestedCost, actual };
}
