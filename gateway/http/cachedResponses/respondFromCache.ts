import type { GraphQLResponse } from '@apollo/server';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CacheStatus } from '../../core/cachedOperation.ts';
import type { MaybePromise } from '../../core/maybePromise.ts';
import { createOperationCost } from '../../core/operationCost.ts';
import type { GraphServices } from '../../graphql/operations/graphServices.ts';
import { MIN_RESPONSE_COST } from '../../graphql/operations/rateLimit/byteCost.ts';
import { rateLimitError } from '../../graphql/operations/rateLimit/rateLimitError.ts';
import { rateLimitedResponse } from '../../graphql/operations/rateLimit/rateLimitResponse.ts';
import { bodyOf } from '../../graphql/operations/run/responseData.ts';
import type { Principal } from '../../services/auth/authenticate.ts';
import type { TaggedCache } from '../../services/cache/taggedCache.ts';
import type { Charge } from '../../services/rateLimit/rateLimiter.ts';
import { currentRequest } from '../../services/telemetry/requestContext.ts';
import { setLifetime } from '../admission/exchange.ts';
import type { EncodedBodies } from './encodedBodies.ts';
import { type OperationHit, recordHit } from './operationHits.ts';
import { rateLimitOf, responseHead } from './responseHead.ts';

export interface CachedResponseServices {
  readonly graph: Pick<GraphServices, 'rateLimiter' | 'persistedQueries' | 'usage'>;
  readonly cache: Pick<TaggedCache, 'countHit'>;
  readonly hasCdnPurge: boolean;
  readonly bodies: EncodedBodies;
  /** Writes another response than the cached one. Returns its body. */
  writeUncached(response: GraphQLResponse): MaybePromise<Buffer>;
}

/**
 * Responds to a request with its cached response, as its operation would: it charges the caller, and sets the same
 * headers and telemetry. Returns the body.
 * @param rejectedCharge the charge for the response, if the caller has too few points
 */
export async function respondFromCache(
  request: FastifyRequest,
  reply: FastifyReply,
  { caller }: Principal,
  hit: OperationHit,
  rejectedCharge: Charge | undefined,
  { graph, cache, hasCdnPurge, bodies, writeUncached }: CachedResponseServices,
): Promise<Buffer | FastifyReply> {
  const { entry, operation, tags, isLeased } = hit;
  const { headers } = request;
  const record = (cost: number) =>
    recordHit(operation, { headers, caller, context: currentRequest(), cost }, graph);
  cache.countHit(hit.cacheKey);
  const charge = rejectedCharge ?? (await graph.rateLimiter.charge(caller, MIN_RESPONSE_COST));
  if (charge && !charge.isGranted) {
    record(0);
    const cost = { ...createOperationCost(), requested: operation.requestedCost, rateLimit: charge.status };
    return writeUncached(rateLimitedResponse(rateLimitError(MIN_RESPONSE_COST, charge, caller), cost));
  }
  const ttlSeconds = hit.ttlSeconds - hit.ageSeconds;
  setLifetime(request, { tags, ttlSeconds, isLeased, hasSignedUrls: false });
  recordCacheStatus('hit');
  const head = responseHead(hit, request, hasCdnPurge);
  record(head.cost);
  reply.code(head.status).headers(head.headers);
  reply.headers(Object.fromEntries(rateLimitOf(head, charge?.settle(head.cost))));
  if (!head.encoding) return reply.send();
  return bodies.get(hit.bodyKey, () => bodyOf(entry.text), head.encoding);
}

/** Records in the log line of the current request where its response comes from. */
export function recordCacheStatus(origin: CacheStatus['origin']): void {
  const context = currentRequest();
  if (context) context.cache = origin === 'hit' ? 'hit' : 'miss';
}
