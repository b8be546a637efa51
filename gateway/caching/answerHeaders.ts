import type { FastifyInstance } from 'fastify';
import { EVERYTHING } from './purgeHook.ts';

/** An answer that may be kept by others. */
export interface SharedAnswer {
  readonly etag: string;
  readonly tags: readonly string[];
  /** Seconds for which it is still fresh. */
  readonly ttl: number;
  /** Whether whoever asked did so without a key, as everybody may. */
  readonly isEverybodys: boolean;
  /** Whether it was kept, and not made for this request. */
  readonly isKept: boolean;
}

type Header = readonly [name: string, value: string];

/** Of answers that nobody may keep. */
export const NOT_KEPT: readonly Header[] = [['cache-control', 'private, no-store']];

/** Seconds for which a CDN gives an answer that is no longer fresh: while it asks anew, and while nobody answers. */
const AT_THE_EDGE = 'stale-while-revalidate=30, stale-if-error=3600';
/** Characters of `Cache-Tag`: clients read no more than 16 kB of headers in all, and CDNs no more than that of tags. */
const LONGEST_TAGS = 8 * 1024;

/**
 * The headers of an answer that may be shared: browsers ask again every time and are told that nothing has changed; a CDN
 * keeps it for its time, under its tags. An answer of more tags than a header holds could not be purged there, and so
 * is kept by browsers alone; so is the answer to a key, which no CDN could tell from that to another.
 */
export function answerHeaders(
  { etag, tags, ttl, isKept, isEverybodys }: SharedAnswer,
  isRead: boolean,
): Header[] {
  const cacheTag = [EVERYTHING, ...tags].join(',');
  const atEdge = Math.floor(ttl);
  const isPurgeable = isEverybodys && cacheTag.length <= LONGEST_TAGS && atEdge > 0;
  return [
    [
      'cache-control',
      isPurgeable ? `public, max-age=0, s-maxage=${atEdge}, ${AT_THE_EDGE}` : 'private, max-age=0',
    ],
    ['cache-status', isKept ? `trivium; hit; ttl=${atEdge}` : 'trivium; fwd=miss'],
    ...(isPurgeable ? [['cache-tag', cacheTag] as const] : []),
    // Other methods have no conditional form.
    ...(isRead ? [['etag', etag] as const] : []),
  ];
}

/** What an answer depends on beside its address. */
const VARIES = ['Accept', 'Authorization', 'X-Api-Key', 'X-Perspective', 'X-Trivium-Cost'];

/** Adds to the graph's address what is the same for all its answers, and answers 304 to those who have the answer. */
export function answerConditionally(app: FastifyInstance, path: string): void {
  app.addHook('onSend', async (request, reply, payload) => {
    if (request.routeOptions.url !== path) return payload;
    const varies = [reply.getHeader('vary') ?? []].flat().flatMap((value) => String(value).split(/,\s*/));
    reply.header('vary', [...new Set([...varies, ...VARIES])].join(', '));
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'private, no-store');
    const etag = reply.getHeader('etag');
    const asked = request.headers['if-none-match'];
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (!isRead || reply.statusCode !== 200 || etag === undefined || asked === undefined) return payload;
    if (!matches(asked, String(etag))) return payload;
    reply.code(304).removeHeader('content-length').removeHeader('content-type');
    return '';
  });
}

/** Whether one of the tags of an `If-None-Match` is this one, compared weakly (RFC 9110, section 13.1.2). */
function matches(asked: string, etag: string): boolean {
  const opaque = (tag: string) => tag.trim().replace(/^W\//, '');
  return asked.split(',').some((tag) => tag.trim() === '*' || opaque(tag) === opaque(etag));
}
