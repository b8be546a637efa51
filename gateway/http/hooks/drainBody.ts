import type { FastifyReply, FastifyRequest } from 'fastify';

/** Bytes of a body that was refused for its length, and is read to its end all the same. */
const MOST = 8 * 1024 * 1024;

/**
 * Keeps the connection of a request whose body was refused for its length, where that is told and not beyond measure:
 * Node then reads the body and forgets it. A connection that is closed on a client who is writing is reset, and the answer
 * lost (RFC 9110, 15.5.14, and RFC 9112, 9.6). How long a request may take to come holds for it as for any.
 */
export function drainBody({ headers }: FastifyRequest, reply: FastifyReply): void {
  if (Number(headers['content-length']) <= MOST) reply.removeHeader('connection');
}
