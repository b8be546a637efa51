import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { TrustProxy } from '../../core/clientAddress.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Empty until it is read. */
    clientIp: string;
  }
}

/** Reserves the place of the address in requests. */
export const decorateClientIp = (app: FastifyInstance): void => void app.decorateRequest('clientIp', '');

/** Returns the address of a client. Fastify evaluates the trust in proxies at each access of `request.ip`. */
export function clientIpOf(request: FastifyRequest): string {
  request.clientIp ||= request.ip;
  return request.clientIp;
}

/** Warns once when a request comes through an untrusted proxy: all its clients share one rate limit. */
export function warnOfUntrustedProxy(app: FastifyInstance, trust: TrustProxy, onDetected: () => void): void {
  let isReported = false;
  app.addHook('onRequest', (request, _reply, done) => {
    const { remoteAddress = '' } = request.socket;
    if (!isReported && request.headers['x-forwarded-for'] !== undefined && !trust(remoteAddress, 0)) {
      isReported = true;
      onDetected();
    }
    done();
  });
}
