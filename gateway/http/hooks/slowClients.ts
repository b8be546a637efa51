import type { FastifyInstance } from 'fastify';

/**
 * The server's `connectionTimeout`. Node needs two idle periods to detect a response that is not read, so a client has up
 * to twice this time.
 */
export const SOCKET_IDLE_TIMEOUT_MS = 5_000;

/** Closes connections that do not read their response. A response in progress is limited by the operation timeout. */
export function closeSlowClients(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw }, { raw: response }) => {
    // Without a listener, Node closes every idle connection, also one that waits for its response.
    response.on('timeout', () => {
      if (response.writableLength > 0) raw.socket.destroy();
    });
  });
}
