import { createHash } from 'node:crypto';

const MAX_AGE_SECONDS = 300;

interface CacheableBody {
  readonly body: string;
  /** The Content-Type with charset, e.g. `application/xml; charset=utf-8`. */
  readonly type: string;
  /** Allows scripts of other sites to read it (CORS). */
  readonly allowsAnyOrigin?: boolean;
}

/** Returns a response that caches may store for five minutes and then revalidate by ETag; 304 if the request's ETag matches. */
export const cacheableResponse = (
  request: Request,
  { body, type, allowsAnyOrigin }: CacheableBody,
): Response => {
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
  const headers = new Headers({ 'cache-control': `public, max-age=${MAX_AGE_SECONDS}`, etag });
  if (allowsAnyOrigin) headers.set('access-control-allow-origin', '*');
  const clientTags = request.headers.get('if-none-match')?.split(',') ?? [];
  if (clientTags.some((tag) => tag.trim().replace(/^W\//, '') === etag))
    return new Response(null, { status: 304, headers });
  headers.set('content-type', type);
  return new Response(body, { headers });
};
