import type { FastifyInstance, FastifyRequest } from 'fastify';

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
