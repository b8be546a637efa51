import { createHash } from 'node:crypto';

/** For how long stores may repeat an answer, in seconds. */
const FRESH = 300;

interface Answer {
  readonly body: string;
  /** With its charset, e.g. `application/xml; charset=utf-8`. */
  readonly type: string;
  /** Whether pages of other sites may read it. */
  readonly isOpen?: boolean;
}

/** An answer that stores may keep for five minutes and then ask about by its tag; 304 when the asker's is the same. */
export const answerWith = (request: Request, { body, type, isOpen }: Answer): Response => {
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
  const headers = new Headers({ 'cache-control': `public, max-age=${FRESH}`, etag });
  if (isOpen) headers.set('access-control-allow-origin', '*');
  const known = request.headers.get('if-none-match')?.split(',') ?? [];
  if (known.some((tag) => tag.trim().replace(/^W\//, '') === etag))
    return new Response(null, { status: 304, headers });
  headers.set('content-type', type);
  return new Response(body, { headers });
};
