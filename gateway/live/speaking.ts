import type { Server } from 'graphql-ws';
import type { Logger } from 'pino';
import type { WebSocket } from 'ws';

/** Milliseconds between two pings; a client that does not answer one until the next is gone. */
const PING = 12_000;
/** The gateway's own fault, by graphql-transport-ws. */
const FAILED = 4500;

/**
 * Lets a socket speak graphql-transport-ws. What a client gets wrong is told to the client and is no matter for the log.
 * @param extra what the server's hooks know of the connection
 */
export function speak<Extra>(server: Server<Extra>, socket: WebSocket, extra: Extra, log: Logger): void {
  const closed = server.opened(
    {
      protocol: socket.protocol,
      // Resolves when the message has gone: until then nothing more is told.
      send: (message) =>
        new Promise((resolve, reject) => {
          if (socket.readyState !== socket.OPEN) resolve();
          else socket.send(message, (error) => (error ? reject(error) : resolve()));
        }),
      close: (code, reason) => socket.close(code, reason),
      onMessage: (take) => {
        socket.on('message', (message) => {
          take(String(message)).catch((error: unknown) => {
            log.error({ err: error }, 'the gateway failed at a message');
            socket.close(FAILED, 'the gateway failed; the operators have been told');
          });
        });
      },
    },
    extra,
  );
  let answered = true;
  const pings = setInterval(() => {
    if (!answered) {
      socket.terminate();
      return;
    }
    answered = false;
    socket.ping();
  }, PING).unref();
  socket.on('pong', () => {
    answered = true;
  });
  // The socket closes itself with the code of what was wrong.
  socket.on('error', (error) => log.debug({ err: error }, 'a connection was broken'));
  socket.once('close', (code, reason) => {
    clearInterval(pings);
    closed(code, String(reason)).catch((error: unknown) =>
      log.warn({ err: error }, 'a connection has ended badly'),
    );
  });
}
