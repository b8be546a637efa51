import type { FastifyReply, FastifyRequest } from 'fastify';

/** Larger bodies are not read after a 413. */
const MAX_DRAINED_BYTES = 8 * 1024 * 1024;

/**
 * Keeps the connection open after a 413 when `Content-Length` is small enough, so that Node reads and discards the body.
 * Otherwise a client that is still writing sees a reset instead of the response (RFC 9110, 15.5.14; RFC 9112, 9.6). The
 * request timeout applies to discarded bodies too.
 */
export function drainBody({ headers }: FastifyRequest, reply: FastifyReply): void {
  if (Number(headers['content-length']) <= MAX_DRAINED_BYTES) reply.removeHeader('connection');
}
