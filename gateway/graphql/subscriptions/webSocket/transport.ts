import { CloseCode, MessageType, parseMessage, type Server } from 'graphql-ws';
import type { Logger } from 'pino';
import type { WebSocket } from 'ws';
import { isObject } from '../../../core/validators.ts';
import type { SendNext } from '../admitSubscription.ts';
import type { UnreadBytes } from '../eventStream/eventWriter.ts';
import { createInboundRateLimit } from './inboundRateLimit.ts';
import { truncateCloseReason } from './webSocketSession.ts';

/** A client that does not answer a ping before the next one is disconnected. */
const PING_INTERVAL_MS = 12_000;
/** Time for the close frame to arrive when the client's messages are no longer read. */
const CLOSE_TIMEOUT_MS = 1_000;
/** Close code of a connection that ended without a close frame (RFC 6455, 7.1.5). */
const ABNORMAL_CLOSURE = 1006;
/** Without the payload of the ping: the client chooses its size. */
const PONG = '{"type":"pong"}';

/** The messages that only a server sends. */
const SERVER_MESSAGES: readonly MessageType[] = [
  MessageType.ConnectionAck,
  MessageType.Next,
  MessageType.Error,
];
const UNEXPECTED_MESSAGE = 'expected a message of a client, got one of a server';

interface TransportOptions<Extra> {
  /** Creates the value that is available to the server's hooks. */
  createExtra(sendNext: SendNext): Extra;
  readonly log: Logger;
  readonly unreadBytes: UnreadBytes;
  /** Closes the connection of a client that sends more than is read. */
  onFlood(): void;
  /** Closes the connection if a result does not fit into the unread bytes of the client. */
  onSlowClient(): void;
}

/**
 * Connects a socket to a graphql-transport-ws server. Errors of the client are reported to the client and not logged;
 * neither are lost connections.
 */
export function attachTransport<Extra>(
  server: Server<Extra>,
  socket: WebSocket,
  { createExtra, log, unreadBytes, onFlood, onSlowClient }: TransportOptions<Extra>,
): void {
  const rateLimit = createInboundRateLimit(socket, () => {
    onFlood();
    // The socket is paused, so the client's close frame is never read.
    setTimeout(() => socket.terminate(), CLOSE_TIMEOUT_MS).unref();
  });
  // Resolves when the message is written; the next one waits for that. The close event covers messages that cannot be sent.
  const send = (message: string) =>
    new Promise<void>((resolve) => {
      if (socket.readyState !== socket.OPEN) return resolve();
      socket.send(message, () => {
        rateLimit.onSent();
        resolve();
      });
    });
  // The payload is a fragment of its own (RFC 6455, 5.4), because the subscribers of an event share it: it is not copied.
  const sendNext: SendNext = async (id, payload) => {
    if (socket.readyState !== socket.OPEN) return;
    const release = unreadBytes.add(payload);
    if (!release) return onSlowClient();
    socket.send(`{"id":${JSON.stringify(id)},"type":"next","payload":`, { fin: false });
    socket.send(payload, { fin: false, binary: false });
    await send('}').finally(release);
  };
  const closed = server.opened(
    {
      protocol: socket.protocol,
      send,
      close: (code, reason) => socket.close(code, reason && truncateCloseReason(reason)),
      onPing: () => send(PONG),
      onMessage: (handle) => {
        socket.on('message', (message: Buffer) => {
          if (!rateLimit.record(message.length) || socket.readyState !== socket.OPEN) return;
          const text = addMissingQuery(String(message));
          handle(text).catch((error: unknown) => {
            // graphql-ws throws for these.
            if (isServerMessage(text)) return socket.close(CloseCode.BadRequest, UNEXPECTED_MESSAGE);
            log.error({ err: error }, 'internal error in a WebSocket message');
            socket.close(CloseCode.InternalServerError, 'internal error; the cause is in the log');
          });
        });
      },
    },
    createExtra(sendNext),
  );
  const pings = pingPeriodically(socket);
  socket.on('ping', () => rateLimit.record(0));
  socket.on('pong', () => rateLimit.record(0));
  // ws closes the socket with the code of the protocol error.
  socket.on('error', (error) => log.debug({ err: error }, 'a WebSocket connection failed'));
  socket.once('close', (code, reason) => {
    clearInterval(pings);
    rateLimit.close();
    if (code === ABNORMAL_CLOSURE) log.debug('a WebSocket connection was lost');
    closed(code, String(reason)).catch((error: unknown) =>
      log.warn({ err: error }, 'a WebSocket connection could not be cleaned up'),
    );
  });
}

/** Attributes that name a document by its id. */
const DOCUMENT_ID = /"(persistedQuery|documentId)"/;

/** Adds an empty document to a `subscribe` message that names its document by id: graphql-ws requires a text. */
function addMissingQuery(message: string): string {
  if (!DOCUMENT_ID.test(message)) return message;
  try {
    const value: unknown = JSON.parse(message);
    if (!isObject(value) || value.type !== 'subscribe' || !isObject(value.payload)) return message;
    if (value.payload.query != null) return message;
    return JSON.stringify({ ...value, payload: { ...value.payload, query: '' } });
  } catch {
    // graphql-ws reports malformed messages.
    return message;
  }
}

const isServerMessage = (text: string): boolean => SERVER_MESSAGES.includes(parseMessage(text).type);

/** Disconnects a client that does not answer pings. */
function pingPeriodically(socket: WebSocket): NodeJS.Timeout {
  let isAlive = true;
  socket.on('pong', () => {
    isAlive = true;
  });
  return setInterval(() => {
    if (!isAlive) {
      socket.terminate();
      return;
    }
    isAlive = false;
    socket.ping();
  }, PING_INTERVAL_MS).unref();
}
