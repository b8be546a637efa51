import type { FastifyInstance } from 'fastify';

/**
 * Milliseconds for which a connection may stand still, as the server's `connectionTimeout`. Node looks twice before it takes
 * an answer that is not read for standing still, so its reader has up to twice as long.
 */
export const SOCKET_IDLE_TIMEOUT_MS = 5_000;

/** Lets those go who take nothing of their answer. An answer that is still being made has the time of the operation. */
export function closeSlowClients(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw }, { raw: answer }) => {
    // Without a listener the server would end the connection whatever it waits for.
    answer.on('timeout', () => {
      if (answer.writableLength > 0) raw.socket.destroy();
    });
  });
}
