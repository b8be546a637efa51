import type { IncomingMessage } from 'node:http';
import type { TrustProxy } from '../../core/clientAddress.ts';
import { PRINCIPAL_HEADERS } from '../../services/auth/authenticate.ts';
import { hasPreviewCookie } from '../../services/auth/previewCookie.ts';
import { hasSeveralHosts, hasValidUrl } from '../hooks/requestChecks.ts';

/** Requests with one of these headers are left to Fastify, whose hooks check them. */
const CHECKED_HEADERS = [
  ...PRINCIPAL_HEADERS,
  'content-encoding',
  'expect',
  'transfer-encoding',
  'upgrade',
  'x-no-compression',
] as const;

/** Returns whether the response to a request depends on its method, URL and body only, so that no hook of Fastify has to check it. */
export function isPlain(request: IncomingMessage, trustProxy: TrustProxy): boolean {
  const { headers } = request;
  for (const name of CHECKED_HEADERS) if (headers[name] !== undefined) return false;
  if (hasPreviewCookie(headers.cookie)) return false;
  return !hasSeveralHosts(request) && hasValidUrl(request, trustProxy);
}

/** Longer bodies are left to Fastify. They seldom arrive together with the headers. */
const MAX_BODY_BYTES = 16 * 1024;
/** A `Content-Length` of this many digits at most. */
const LENGTH = /^\d{1,5}$/;

/** Returns the length of a body; undefined if it is left to Fastify. */
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
