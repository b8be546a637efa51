import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ALL_TAG } from '../../../services/cache/cdnPurge.ts';
import type { CacheableResponse } from '../run/cacheLookup.ts';

interface HeaderOptions {
  /** True if the method is safe, so that a client can send a conditional request. */
  readonly isReadOnly: boolean;
  /** True if the gateway purges a CDN. Otherwise the tags would only make the response longer, by up to 8 kB. */
  readonly hasCdnPurge: boolean;
}

type Header = readonly [name: string, value: string];

export const NO_STORE_HEADERS: readonly Header[] = [['cache-control', 'private, no-store']];

const CDN_STALE_DIRECTIVES = 'stale-while-revalidate=30, stale-if-error=3600';
/** CDNs accept up to 16 kB of tags, and clients 16 kB of headers in total. */
const MAX_CACHE_TAG_CHARACTERS = 8 * 1024;

/**
 * Returns the cache headers of a response. Browsers revalidate it on every use. A CDN caches it for its TTL under its tags,
 * unless it is for one client or in a language that a header names, which not every CDN distinguishes, or the tags exceed the
 * header: then it could not be purged.
 */
export function responseCacheHeaders(
  { etag, tags, ttlSeconds, origin, isPublic }: Omit<CacheableResponse, 'bytes'>,
  { isReadOnly, hasCdnPurge }: HeaderOptions,
): Header[] {
  const cacheTag = hasCdnPurge ? cacheTagOf(tags) : ALL_TAG;
  const cdnSeconds = Math.floor(ttlSeconds);
  const isCdnCacheable = isPublic && cacheTag.length <= MAX_CACHE_TAG_CHARACTERS && cdnSeconds > 0;
  return [
    [
      'cache-control',
      isCdnCacheable
        ? `public, max-age=0, s-maxage=${cdnSeconds}, ${CDN_STALE_DIRECTIVES}`
        : 'private, max-age=0',
    ],
    ['cache-status', origin === 'hit' ? `trivium; hit; ttl=${cdnSeconds}` : `trivium; fwd=${origin}`],
    ...(isCdnCacheable ? [['cache-tag', cacheTag] as const] : []),
    ...(isReadOnly ? [['etag', etag] as const] : []),
  ];
}

/** All readers of a cached response have the same array of tags. */
const cacheTags = new WeakMap<readonly string[], string>();

function cacheTagOf(tags: readonly string[]): string {
  const cacheTag = cacheTags.get(tags) ?? [ALL_TAG, ...tags].join(',');
  cacheTags.set(tags, cacheTag);
  return cacheTag;
}

/** Methods that only read: they execute no mutation, and their responses can be conditional (RFC 9110, 9.2.1; RFC 10008). */
const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'QUERY']);

export const isSafeMethod = (method: string): boolean => SAFE_METHODS.has(method);

/** Returns whether the response is one that the client has: its ETag matches `If-None-Match`. */
export function isNotModified({ method, headers }: FastifyRequest, reply: FastifyReply): boolean {
  const etag = reply.getHeader('etag');
  const ifNoneMatch = headers['if-none-match'];
  if (!isSafeMethod(method) || reply.statusCode !== 200 || etag === undefined || ifNoneMatch === undefined)
    return false;
  return etagMatches(ifNoneMatch, String(etag));
}

/** Returns the weak entity tag of a text, or of its UTF-8: its encoded bodies have the same. */
export const etagOf = (text: string | Buffer): string =>
  `W/"${hash('sha256', text, 'base64url').slice(0, 22)}"`;

/** Returns whether an `If-None-Match` contains an entity tag, by weak comparison (RFC 9110, section 13.1.2). */
export function etagMatches(ifNoneMatch: string, etag: string): boolean {
  if (ifNoneMatch === etag) return true;
  const opaque = (tag: string) => tag.trim().replace(/^W\//, '');
  return ifNoneMatch.split(',').some((tag) => tag.trim() === '*' || opaque(tag) === opaque(etag));
}
