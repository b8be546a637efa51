import type { FastifyInstance } from 'fastify';
import { anonymousCaller } from '../../core/context.ts';
import { andThen } from '../../core/maybePromise.ts';
import { MIN_RESPONSE_COST } from '../../graphql/operations/rateLimit/byteCost.ts';
import type { RateLimiter } from '../../services/rateLimit/rateLimiter.ts';
import { clientIpOf } from './clientIp.ts';

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
