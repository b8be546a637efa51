import type { FastifyInstance } from 'fastify';
import { ALL_TAG } from '../../../services/cache/cdnPurge.ts';

/** An answer that may be kept by others. */
export interface CacheableResponse {
  readonly etag: string;
  readonly tags: readonly string[];
  /** Seconds for which it is still fresh. */
  readonly ttlSeconds: number;
  /** Whether whoever asked did so without a key, as everybody may. */
  readonly isAnonymous: boolean;
  /** Whether it was kept, and not made for this request. */
  readonly isHit: boolean;
}

type Header = readonly [name: string, value: string];

/** Of answers that nobody may keep. */
export const NO_STORE_HEADERS: readonly Header[] = [['cache-control', 'private, no-store']];

/** Seconds for which a CDN gives an answer that is no longer fresh: while it asks anew, and while nobody answers. */
const CDN_STALE_DIRECTIVES = 'stale-while-revalidate=30, stale-if-error=3600';
/** Characters of `Cache-Tag`: clients read no more than 16 kB of headers in all, and CDNs no more than that of tags. */
const MAX_CACHE_TAG_LENGTH = 8 * 1024;

/**
 * The headers of an answer that may be shared: browsers ask again every time and are told that nothing has changed; a CDN
 * keeps it for its time, under its tags. An answer of more tags than a header holds could not be purged there, and so
 * is kept by browsers alone; so is the answer to a key, which no CDN could tell from that to another.
 */
export function responseCacheHeaders(
  { etag, tags, ttlSeconds, isHit, isAnonymous }: CacheableResponse,
  isGet: boolean,
): Header[] {
  const cacheTag = [ALL_TAG, ...tags].join(',');
  const cdnSeconds = Math.floor(ttlSeconds);
  const isCdnCacheable = isAnonymous && cacheTag.length <= MAX_CACHE_TAG_LENGTH && cdnSeconds > 0;
  return [
    [
      'cache-control',
      isCdnCacheable ? `public, max-age=0, s-maxage=${cdnSeconds}, ${CDN_STALE_DIRECTIVES}` : 'private, max-age=0',
    ],
    ['cache-status', isHit ? `trivium; hit; ttl=${cdnSeconds}` : 'trivium; fwd=miss'],
    ...(isCdnCacheable ? [['cache-tag', cacheTag] as const] : []),
    // Other methods have no conditional form.
    ...(isGet ? [['etag', etag] as const] : []),
  ];
}

/** What an answer depends on beside its address. */
const VARY_HEADERS = ['Accept', 'Authorization', 'X-Api-Key', 'X-Perspective', 'X-Trivium-Cost'];

/** Adds to the graph's address what is the same for all its answers, and answers 304 to those who have the answer. */
export function conditionalGet(app: FastifyInstance, path: string): void {
  app.addHook('onSend', async (request, reply, payload) => {
    if (request.routeOptions.url !== path) return payload;
    const vary = [reply.getHeader('vary') ?? []].flat().flatMap((value) => String(value).split(/,\s*/));
    reply.header('vary', [...new Set([...vary, ...VARY_HEADERS])].join(', '));
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'private, no-store');
    const etag = reply.getHeader('etag');
    const ifNoneMatch = request.headers['if-none-match'];
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (!isRead || reply.statusCode !== 200 || etag === undefined || ifNoneMatch === undefined) return payload;
    if (!etagMatches(ifNoneMatch, String(etag))) return payload;
    reply.code(304).removeHeader('content-length').removeHeader('content-type');
    return '';
  });
}

/** Whether one of the tags of an `If-None-Match` is this one, compared weakly (RFC 9110, section 13.1.2). */
function etagMatches(asked: string, etag: string): boolean {
  const opaque = (tag: string) => tag.trim().replace(/^W\//, '');
  return asked.split(',').some((tag) => tag.trim() === '*' || opaque(tag) === opaque(etag));
}
