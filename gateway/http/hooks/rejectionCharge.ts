import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { anonymousCaller } from '../../core/context.ts';
import { andThen } from '../../core/maybePromise.ts';
import { largeBodyCost, MIN_RESPONSE_COST } from '../../graphql/operations/rateLimit/byteCost.ts';
import type { RateLimiter } from '../../services/rateLimit/rateLimiter.ts';
import { clientIpOf } from '../admission/exchange.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** True once the handler of a route runs, which charges what it rejects. */
    isHandled: boolean;
  }
}

/**
 * Charges the address for requests that are rejected in front of a handler, and for unknown addresses, as much as for a cached
 * response. Without points the response is the same, because another one would take as long.
 */
export function chargeRejections(app: FastifyInstance, rateLimiter: Pick<RateLimiter, 'charge'>): void {
  app.decorateRequest('isHandled', false);
  app.addHook('preHandler', (request, _reply, done) => {
    request.isHandled = !request.is404;
    done();
  });
  app.addHook('onSend', (request, reply, _payload, done) => {
    const { statusCode } = reply;
    if (request.isHandled || statusCode < 400 || statusCode >= 500 || statusCode === 429) {
      done();
      return;
    }
    andThen(rateLimiter.charge(anonymousCaller(clientIpOf(request)), MIN_RESPONSE_COST), () => done());
  });
}

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
