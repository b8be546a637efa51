import type { FastifyReply, FastifyRequest } from 'fastify';
import { anonymousCaller } from '../../core/context.ts';
import { largeBodyCost } from '../../graphql/operations/rateLimit/chargeLargeBody.ts';
import type { RateLimiter } from '../../services/rateLimit/rateLimiter.ts';
import { clientIpOf } from './clientIp.ts';

/** A GraphQL document of the app has a few kilobytes. */
export const MAX_BODY_BYTES = 100 * 1024;
/** Larger bodies are not read after a 413. */
const MAX_DRAINED_BYTES = 8 * 1024 * 1024;

/**
 * Keeps the connection open after a 413 when `Content-Length` is small enough and the address has the points for it, so
 * that Node reads and discards the body. Otherwise a client that is still writing sees a reset instead of the response
 * (RFC 9110, 15.5.14; RFC 9112, 9.6). The request timeout applies to discarded bodies too.
 */
export async function drainBody(
  request: FastifyRequest,
  reply: FastifyReply,
  rateLimiter: Pick<RateLimiter, 'charge'>,
): Promise<void> {
  const bytes = Number(request.headers['content-length']);
  if (!(bytes <= MAX_DRAINED_BYTES)) return;
  const charge = await rateLimiter.charge(anonymousCaller(clientIpOf(request)), largeBodyCost(bytes));
  if (charge?.isGranted !== false) reply.removeHeader('connection');
}
