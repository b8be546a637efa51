import type { FastifyInstance } from 'fastify';

/**
 * The server's `connectionTimeout`. Node needs two idle periods to detect a response that is not read, so a client has up
 * to twice this time.
 */
export const SOCKET_IDLE_TIMEOUT_MS = 5_000;
/** Bodies of this size or more must be read within a time that depends on their size. */
const MIN_TIMED_BYTES = 64 * 1024;
const MIN_BYTES_PER_MS = 16;
const MIN_READ_TIME_MS = 10_000;

/**
 * Closes connections that do not read their response, or read a large one too slowly. A response in progress is limited
 * by the operation timeout.
 */
export function closeSlowClients(app: FastifyInstance): void {
  app.addHook('onRequest', ({ raw }, { raw: response }, done) => {
    // Without a listener, Node closes every idle connection, also one that waits for its response.
    response.on('timeout', () => {
      if (response.writableLength > 0) raw.socket.destroy();
    });
    done();
  });
  app.addHook('onSend', ({ raw }, { raw: response }, payload, done) => {
    const bytes = typeof payload === 'string' || Buffer.isBuffer(payload) ? payload.length : 0;
    if (bytes >= MIN_TIMED_BYTES) {
      const timeoutMs = MIN_READ_TIME_MS + bytes / MIN_BYTES_PER_MS;
      const timer = setTimeout(() => raw.socket.destroy(), timeoutMs).unref();
      response.once('close', () => clearTimeout(timer));
    }
    done();
  });
}
