import type { IncomingMessage } from 'node:http';

/** Longer bodies are left to Fastify. They seldom arrive together with the headers. */
const MAX_BODY_BYTES = 16 * 1024;
/** A `Content-Length` of this many digits at most. */
const LENGTH = /^\d{1,5}$/;

/** Returns the length of a body; undefined if the fast path does not read it. */
export function bodyBytesOf({ method, headers }: IncomingMessage): number | undefined {
  const length = headers['content-length'];
  if (method === 'GET') return length === undefined ? 0 : undefined;
  if (length === undefined || !LENGTH.test(length)) return undefined;
  const bytes = Number(length);
  return bytes > 0 && bytes <= MAX_BODY_BYTES ? bytes : undefined;
}

/** Returns the body of a request if all of it has arrived. The request keeps it, for the next reader. */
export function readArrivedBody(request: IncomingMessage, bytes: number): string | undefined {
  if (request.readableLength < bytes) return undefined;
  const body: Buffer | null = request.read();
  if (!body) return undefined;
  // In this tick, before the end of the body is reported.
  request.unshift(body);
  return body.toString();
}
