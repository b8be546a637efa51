interface CacheableBody {
  readonly body: string;
  /** The Content-Type with charset, e.g. `application/xml; charset=utf-8`. */
  readonly type: string;
  /** Allows scripts of other sites to read it (CORS). */
  readonly allowsAnyOrigin?: boolean;
}

/** Returns a response that the gateway caches while its data is valid. */
export const cacheableResponse = ({ body, type, allowsAnyOrigin }: CacheableBody): Response =>
  new Response(body, {
    headers: { 'content-type': type, ...(allowsAnyOrigin && { 'access-control-allow-origin': '*' }) },
  });
