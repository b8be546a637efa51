import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';

/**
 * Gives the parser of a body a stream that ends. With `optimizeEmptyRequests`, Node reports no end of a body that a request does
 * not have, but for which it may name a media type.
 */
export function endEmptyBodies(app: FastifyInstance): void {
  app.addHook('preParsing', ({ raw, method }, _reply, payload, done) => {
    done(null, raw.readableEnded && method !== 'GET' ? Readable.from([]) : payload);
  });
}
