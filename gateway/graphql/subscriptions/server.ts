import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { handleProtocols } from 'graphql-ws';
import { type WebSocket, WebSocketServer } from 'ws';
import type { SubscriptionsConfig } from '../../config/config.ts';
import { errorBody, writeErrorToSocket } from '../../core/errorBody.ts';
import type { SubscriptionObserver } from '../../services/telemetry/metrics.ts';
import type { GraphServices } from '../operations/graphServices.ts';
import type { SubscriptionBroker } from './broker.ts';
import { createConnectionLimits } from './connectionLimits.ts';
import { createGraphqlWsServer } from './graphqlWs.ts';
import { type CloseReason, createSession, type Session } from './session.ts';
import type { ObserveEvent } from './telemetry.ts';
import { attachTransport } from './transport.ts';

/** A GraphQL document of the app has a few kilobytes. */
const MAX_MESSAGE_BYTES = 100 * 1024;
const RETRY = { retryAfter: 10 };
/** Responses to rejected upgrade requests. */
const CLOSING = errorBody('OVERLOADED', 'the gateway is closing; connect again', RETRY);
const OVERLOADED = errorBody('OVERLOADED', 'the gateway is overloaded; try again later', RETRY);
const TOO_MANY_CONNECTIONS = errorBody(
  'TOO_MANY_CONNECTIONS',
  'too many open connections; close one or try again later',
  RETRY,
);
/** Interval at which the keys of open connections are verified. */
const REAUTHENTICATION_INTERVAL_MS = 1_000;
/** Time for a client to answer a close frame. */
const CLOSE_TIMEOUT_MS = 5_000;
/** The same for all clients when the gateway closes. */
const SHUTDOWN_TIMEOUT_MS = 1_000;

export interface SubscriptionServerOptions {
  readonly graph: GraphServices;
  readonly broker: SubscriptionBroker;
  readonly limits: SubscriptionsConfig;
  /** Returns the client's IP address. */
  addressOf(request: IncomingMessage): string;
  /** Whether load is shed at the moment. */
  isOverloaded(): boolean;
  readonly observer?: SubscriptionObserver;
  readonly observeEvent?: ObserveEvent;
}

/** Serves `graphql-transport-ws` at a path of a server, and closes with it. */
export function createSubscriptionServer(
  app: FastifyInstance,
  path: string,
  { graph, broker, limits, addressOf, isOverloaded, observer, observeEvent }: SubscriptionServerOptions,
): void {
  const { log, authenticate } = graph;
  const connections = createConnectionLimits(limits);
  observer?.observeState({
    connections: () => connections.open,
    subscriptions: () => broker.subscribers,
  });
  const sessions = new Set<Session>();
  const closeSession = (session: Session, reason: CloseReason) => {
    observer?.connectionClosed(reason);
    session.close(reason);
  };
  const server = createGraphqlWsServer(graph, {
    observeEvent,
    onMessage: observer?.messageCreated,
    changeCount: () => broker.changeCount,
    closeSession,
    isOverloaded,
  });
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
    const session = createSession({
      socket,
      url,
      credentials: { headers, address: addressOf(request) },
      authenticate,
      acquireForKey: connections.acquireForKey,
    });
    sessions.add(session);
    socket.once('close', () => sessions.delete(session));
    attachTransport(server, socket, {
      createExtra: (sendNext) => ({ session, sendNext }),
      log,
      onFlood: () => closeSession(session, 'flooding'),
    });
  };

  const stopGapListener = broker.onGap(() => {
    for (const session of sessions) closeSession(session, 'missed_changes');
  });
  const reauthentication = setInterval(() => {
    for (const session of sessions)
      if (session.principal && session.principal.caller.kind !== 'anonymous')
        session
          .reauthenticate()
          .catch((error) =>
            log.warn({ err: error }, 'the key of a WebSocket connection could not be verified'),
          );
  }, REAUTHENTICATION_INTERVAL_MS).unref();
  let isClosing = false;

  onWebSocketUpgrade(app.server, (request, socket, head) => {
    if (request.url?.split('?')[0] !== path)
      return writeErrorToSocket(socket, 404, errorBody('NOT_FOUND', `expected a WebSocket at ${path}`));
    if (isClosing) return writeErrorToSocket(socket, 503, CLOSING);
    if (isOverloaded()) {
      observer?.connectionClosed('overloaded');
      return writeErrorToSocket(socket, 503, OVERLOADED);
    }
    const release = connections.acquire(addressOf(request));
    if (!release) {
      observer?.connectionClosed('connection_limit');
      return writeErrorToSocket(socket, 429, TOO_MANY_CONNECTIONS);
    }
    // Before the handshake, which may fail.
    socket.once('close', release);
    sockets.handleUpgrade(request, socket, head, (accepted) => openSession(accepted, request));
  });
  app.addHook('preClose', async () => {
    isClosing = true;
    stopGapListener();
    clearInterval(reauthentication);
    for (const session of sessions) closeSession(session, 'shutdown');
    await untilClosed(sockets.clients);
  });
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
