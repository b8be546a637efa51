import type { Server } from 'graphql-ws';
import type { Logger } from 'pino';
import type { WebSocket } from 'ws';
import { createInboundRateLimit } from './inboundRateLimit.ts';

/** Milliseconds between two pings; a client that does not answer one until the next is gone. */
const PING = 12_000;
/** The gateway's own fault, by graphql-transport-ws. */
const FAILED = 4500;

/** Milliseconds for the reason to arrive, where a client is not heard any more. */
const PARTING = 1_000;
/** The end of a connection whose client was cut off, or did not say so. */
const BROKEN = 1006;
/** What a ping comes back with is the client's choice, however long or deep; of none of it is the pong in need. */
const PONG = '{"type":"pong"}';

interface TransportOptions<Extra> {
  /** What the server's hooks know of the connection. */
  readonly extra: Extra;
  readonly log: Logger;
  /** Ends the connection, of which more has come than is read. */
  onFlood(): void;
}

/**
 * Lets a socket speak graphql-transport-ws. What a client gets wrong is told to the client and is no matter for the log,
 * and neither is that it has gone.
 */
export function attachTransport<Extra>(
  server: Server<Extra>,
  socket: WebSocket,
  { extra, log, onFlood }: TransportOptions<Extra>,
): void {
  const inflow = createInboundRateLimit(socket, () => {
    onFlood();
    // It is not read any more, so its farewell is not heard either.
    setTimeout(() => socket.terminate(), PARTING).unref();
  });
  // Resolves when the message has gone: until then nothing more is told. Of a message that cannot go the end tells.
  const send = (message: string) =>
    new Promise<void>((resolve) => {
      if (socket.readyState !== socket.OPEN) return resolve();
      socket.send(message, () => {
        inflow.onSent();
        resolve();
      });
    });
  const closed = server.opened(
    {
      protocol: socket.protocol,
      send,
      close: (code, reason) => socket.close(code, reason),
      onPing: () => send(PONG),
      onMessage: (take) => {
        socket.on('message', (message: Buffer) => {
          if (!inflow.record(message.length) || socket.readyState !== socket.OPEN) return;
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
  socket.on('ping', () => inflow.record(0));
  socket.on('pong', () => {
    inflow.record(0);
    answered = true;
  });
  // The socket closes itself with the code of what was wrong.
  socket.on('error', (error) => log.debug({ err: error }, 'a connection was broken'));
  socket.once('close', (code, reason) => {
    clearInterval(pings);
    inflow.close();
    if (code === BROKEN) log.debug('a connection was broken');
    closed(code, String(reason)).catch((error: unknown) =>
      log.warn({ err: error }, 'a connection has ended badly'),
    );
  });
}
