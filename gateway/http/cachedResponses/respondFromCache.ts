import type { GraphQLResponse } from '@apollo/server';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CachedResponse } from '../../core/cachedOperation.ts';
import { hasPublicResponse } from '../../core/context.ts';
import { createOperationCost } from '../../core/operationCost.ts';
import type { GraphServices } from '../../graphql/operations/graphServices.ts';
import { byteCost, MIN_RESPONSE_COST } from '../../graphql/operations/rateLimit/byteCost.ts';
import { rateLimitError } from '../../graphql/operations/rateLimit/rateLimitError.ts';
import { rateLimitedResponse } from '../../graphql/operations/rateLimit/rateLimitedResponse.ts';
import { rateLimitHeaders } from '../../graphql/operations/rateLimit/rateLimitHeaders.ts';
import {
  isNotModified,
  isSafeMethod,
  responseCacheHeaders,
} from '../../graphql/operations/responseCache/responseCacheHeaders.ts';
import { bodyOf } from '../../graphql/operations/responseCache/responseTexts.ts';
import { deprecationHeaders } from '../../graphql/operations/usage/deprecations.ts';
import type { Principal } from '../../services/auth/authenticate.ts';
import { currentRequest } from '../../services/telemetry/requestContext.ts';
import { recordContentPolicy } from '../pages/contentPolicies.ts';
import { countCachedOperation, recordCachedOperation } from './cachedOperations.ts';
import type { CachedRequest } from './cachedRequests.ts';
import { acceptedEncoding, type EncodedBodies } from './encodedBodies.ts';
import type { FastPath } from './fastPath.ts';

export interface CachedResponseServices {
  readonly graph: Pick<GraphServices, 'rateLimiter' | 'persistedQueries' | 'usage'>;
  readonly hasCdnPurge: boolean;
  readonly bodies: EncodedBodies;
  readonly fastPath: Pick<FastPath, 'chargeOf'>;
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
  { graph, hasCdnPurge, bodies, fastPath, writeUncached }: CachedResponseServices,
): Promise<Buffer | string> {
  const { caller } = principal;
  const { value, tags, operation, contentType } = found;
  const record = (cost: number) => {
    const context = currentRequest();
    if (context) recordCachedOperation(operation, caller, cost, context);
  };
  countCachedOperation(operation, { headers: request.headers, caller }, graph);
  const charge =
    fastPath.chargeOf(request.raw) ?? (await graph.rateLimiter.charge(caller, MIN_RESPONSE_COST));
  if (charge && !charge.isGranted) {
    record(0);
    const cost = { ...createOperationCost(), requested: operation.requestedCost, rateLimit: charge.status };
    return writeUncached(rateLimitedResponse(rateLimitError(MIN_RESPONSE_COST, charge, caller), cost));
  }
  reply.type(contentType).headers(Object.fromEntries(deprecationHeaders(operation.usage.deprecated)));
  const ttlSeconds = found.ttlSeconds - found.ageSeconds;
  recordContentPolicy(request, reply.raw, {
    tags,
    ttlSeconds,
    isLeased: found.isLeased,
    hasSignedUrls: false,
  });
  const isPublic = hasPublicResponse(principal);
  const response = { etag: value.etag, tags, ttlSeconds, isPublic, origin: 'hit' as const };
  const isReadOnly = isSafeMethod(request.method);
  for (const [name, header] of responseCacheHeaders(response, { isReadOnly, hasCdnPurge }))
    reply.header(name, header);
  const cost = isNotModified(request, reply) ? MIN_RESPONSE_COST : byteCost(value.bytes);
  const status = charge?.settle(cost);
  // A response that a CDN stores must not contain the rate limit of one client.
  if (status && !String(reply.getHeader('cache-control')).startsWith('public'))
    reply.headers(Object.fromEntries(rateLimitHeaders(status, cost, Date.now())));
  record(cost);
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
