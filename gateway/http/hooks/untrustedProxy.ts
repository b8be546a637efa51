import type { FastifyInstance } from 'fastify';
import type { TrustProxy } from '../../core/clientAddress.ts';

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
