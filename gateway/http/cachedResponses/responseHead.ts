import type { IncomingMessage } from 'node:http';
import type { CachedOperation, CacheStatus } from '../../core/cachedOperation.ts';
import { isKnownToClient } from '../../core/entityTag.ts';
import type { RateLimitStatus } from '../../core/operationCost.ts';
import { byteCost, MIN_RESPONSE_COST } from '../../graphql/operations/rateLimit/byteCost.ts';
import { rateLimitHeaders } from '../../graphql/operations/rateLimit/rateLimitResponse.ts';
import { cacheTagOf } from '../../services/cache/cacheTag.ts';
import { isSafeMethod } from '../graphql/endpoints.ts';
import type { CacheHeader } from '../hooks/responseHeaders.ts';
import { acceptedEncoding, type Encoding } from './encodedBodies.ts';

/** Values by lower-case name. */
export type Headers = Readonly<Record<string, string>>;

/** The cached response to a request. */
export interface Hit {
  /** The key of its entry in the cache. */
  readonly cacheKey: string;
  /** What the cache stores. */
  readonly entry: {
    readonly etag: string;
    /** The size by which the response is charged. */
    readonly bytes: number;
  };
  readonly tags: readonly string[];
  readonly ageSeconds: number;
  readonly ttlSeconds: number;
  readonly status: number;
  /** The headers that do not depend on the cache, with the media type. */
  readonly headers: Headers;
  /** The key of its encoded bodies. */
  readonly bodyKey: string;
  /** True if the response is for everybody. */
  readonly isPublic: boolean;
  /** Undefined for pages. */
  readonly operation?: CachedOperation;
}

/** The status and the headers of a response. */
export interface ResponseHead {
  readonly status: number;
  readonly headers: Headers;
  /** The encoding of the body; undefined for a client that has it. */
  readonly encoding: Encoding | undefined;
  /** Rate limit points of the response. */
  readonly cost: number;
  /** True if the rate limit of the caller is among its headers. */
  readonly hasRateLimit: boolean;
}

/**
 * Returns the head of a cached response to a request.
 * @param hasCdnPurge whether the gateway purges a CDN
 * @param origin `miss` if this request has filled the cache
 */
export function responseHead(
  hit: Hit,
  { method = '', headers: requested }: Pick<IncomingMessage, 'method' | 'headers'>,
  hasCdnPurge: boolean,
  origin: CacheStatus['origin'] = 'hit',
): ResponseHead {
  const { entry, tags, isPublic, operation } = hit;
  const isReadOnly = isSafeMethod(method);
  const ttlSeconds = hit.ttlSeconds - hit.ageSeconds;
  const cacheTag = cacheTagOf({ tags, ttlSeconds, isPublic }, hasCdnPurge);
  const status = { etag: entry.etag, cacheTag, ttlSeconds, origin, isStorable: true };
  const headers: Headers = { ...hit.headers, ...cacheHeaders(status, isReadOnly) };
  // A response that a CDN stores must not contain the rate limit of one client. Pages state no rate limit.
  const hasRateLimit = operation !== undefined && cacheTag === undefined;
  if (hit.status === 200 && isReadOnly && isKnownToClient(requested['if-none-match'], entry.etag)) {
    const { 'content-type': _type, ...others } = headers;
    return { status: 304, headers: others, encoding: undefined, cost: MIN_RESPONSE_COST, hasRateLimit };
  }
  const encoding = acceptedEncoding(requested, entry.bytes);
  return {
    status: hit.status,
    headers: encoding === 'identity' ? headers : { ...headers, 'content-encoding': encoding },
    encoding,
    cost: byteCost(entry.bytes),
    hasRateLimit,
  };
}

/** Returns the rate limit of the caller as headers; none for a response without it. @param status undefined without a limit */
export const rateLimitOf = (
  { cost, hasRateLimit }: ResponseHead,
  status: RateLimitStatus | undefined,
): readonly (readonly [name: string, value: string])[] =>
  hasRateLimit && status ? rateLimitHeaders(status, cost, Date.now()) : [];

const CDN_STALE_DIRECTIVES = 'stale-while-revalidate=30, stale-if-error=3600';

/**
 * Returns the cache headers of a response. Browsers revalidate it on every use. A CDN caches it for its lifetime under its tags.
 * @param isReadOnly true if the method is safe, so that a client can send a conditional request
 */
export function cacheHeaders(
  { etag, cacheTag, ttlSeconds, origin, isStorable }: CacheStatus,
  isReadOnly: boolean,
): Readonly<Partial<Record<CacheHeader, string>>> {
  const seconds = Math.floor(ttlSeconds);
  const status = origin === 'hit' ? `trivium; hit; ttl=${seconds}` : `trivium; fwd=${origin}`;
  if (!isStorable) return { 'cache-control': 'private, no-store', 'cache-status': status };
  const shared = cacheTag !== undefined && {
    'cache-control': `public, max-age=0, s-maxage=${seconds}, ${CDN_STALE_DIRECTIVES}`,
    'cache-tag': cacheTag,
  };
  return {
    'cache-control': 'private, max-age=0',
    ...shared,
    'cache-status': status,
    ...(isReadOnly && { etag }),
  };
}
