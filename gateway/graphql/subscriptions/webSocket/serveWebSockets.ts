import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { handleProtocols } from 'graphql-ws';
import { type WebSocket, WebSocketServer } from 'ws';
import { HttpError } from '../../../core/httpError.ts';
import { Rejected } from '../../../core/rejected.ts';
import { pathOf } from '../../../core/requestTarget.ts';
import { writeErrorToSocket } from '../../../core/socketError.ts';
import type { GraphServices } from '../../operations/graphServices.ts';
import type { UnreadBytes } from '../eventStream/eventWriter.ts';
import type { SubscriptionService } from '../subscriptionService.ts';
import { createGraphqlWsServer } from './graphqlWs.ts';
import { attachTransport } from './transport.ts';
import { createWebSocketSession } from './webSocketSession.ts';

/** A GraphQL document of the app has a few kilobytes. */
const MAX_MESSAGE_BYTES = 100 * 1024;
/** Time for a client to answer a close frame. */
const CLOSE_TIMEOUT_MS = 5_000;
/** The same for all clients when the gateway closes. */
const SHUTDOWN_TIMEOUT_MS = 1_000;

interface WebSocketServerOptions {
  readonly graph: Pick<GraphServices, 'log' | 'authenticate' | 'persistedQueries'>;
  readonly service: SubscriptionService;
  /** Returns the client's IP address. */
  addressOf(request: IncomingMessage): string;
  /** Counts the bytes that an address has not read. */
  unreadBytesOf(address: string): UnreadBytes;
}

/** Serves `graphql-transport-ws` at a path of a server, and closes with it. */
export function serveWebSockets(
  app: FastifyInstance,
  path: string,
  { graph, service, addressOf, unreadBytesOf }: WebSocketServerOptions,
): void {
  const { log, authenticate, persistedQueries } = graph;
  const server = createGraphqlWsServer(service.execution, persistedQueries);
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_MESSAGE_BYTES,
    perMessageDeflate: false,
    // Missing in @types/ws.
    ...{ closeTimeout: CLOSE_TIMEOUT_MS },
    handleProtocols,
  });
  const openSession = (socket: WebSocket, request: IncomingMessage) => {
    const { headers, url = '' } = request;
    const address = addressOf(request);
    const session = createWebSocketSession({
      socket,
      url,
      credentials: { headers, address },
      authenticate,
      acquireForKey: service.acquireForKey,
    });
    service.add(session);
    socket.once('close', () => service.remove(session));
    attachTransport(server, socket, {
      createExtra: (sendNext) => ({ session, sendNext }),
      log,
      unreadBytes: unreadBytesOf(address),
      onFlood: () => service.closeSession(session, 'flooding'),
      onSlowClient: () => service.closeSession(session, 'slow_client'),
    });
  };

  onWebSocketUpgrade(app.server, (request, socket, head) => {
    if (pathOf(request.url ?? '') !== path)
      return writeErrorToSocket(
        socket,
        new HttpError(404, 'NOT_FOUND', `expected a WebSocket at ${path}, got one at another path`),
      );
    // Until the handshake, which has a listener of its own; a client may disconnect before it.
    socket.on('error', () => undefined);
    service.acquire(addressOf(request)).then(
      (release) => {
        if (socket.destroyed) return release();
        // Before the handshake, which may fail.
        socket.once('close', release);
        sockets.handleUpgrade(request, socket, head, (accepted) => openSession(accepted, request));
      },
      (error: unknown) => {
        if (error instanceof Rejected) writeErrorToSocket(socket, error);
        else socket.destroy();
      },
    );
  });
  // The service has sent the close frames.
  app.addHook('preClose', () => untilClosed(sockets.clients));
}

type UpgradeHandler = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

/** Calls the handler for WebSocket upgrades only. Other upgrades, e.g. to HTTP/2, are ignored (RFC 9110, 7.8). */
function onWebSocketUpgrade(server: Server, handler: UpgradeHandler): void {
  // Node has this option since 24.9; @types/node lacks it.
  Object.assign(server, { shouldUpgradeCallback: isWebSocketUpgrade });
  server.on('upgrade', handler);
}

const isWebSocketUpgrade = ({ headers }: IncomingMessage): boolean =>
  /(^|,)\s*websocket\s*(,|$)/i.test(headers.upgrade ?? '');

/** Waits until all connections are closed, and terminates those that exceed the timeout. */
async function untilClosed(clients: ReadonlySet<WebSocket>): Promise<void> {
  const timer = setTimeout(() => {
    for (const client of clients) client.terminate();
  }, SHUTDOWN_TIMEOUT_MS);
  await Promise.all(
    [...clients].map((client) => new Promise<void>((resolve) => client.once('close', () => resolve()))),
  );
  clearTimeout(timer);
}
