import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { handleProtocols } from 'graphql-ws';
import { type WebSocket, WebSocketServer } from 'ws';
import type { SubscriptionsConfig } from '../../config/config.ts';
import { networkOf } from '../../core/clientAddress.ts';
import { errorBody, writeErrorToSocket } from '../../core/errorBody.ts';
import type { SubscriptionObserver } from '../../services/telemetry/metrics.ts';
import type { GraphServices } from '../operations/graphServices.ts';
import type { SubscriptionBroker } from './broker.ts';
import { createConnectionLimits } from './connectionLimits.ts';
import { createGraphqlWsServer } from './graphqlWs.ts';
import { type Session, createSession, type CloseReason } from './session.ts';
import type { ObserveEvent } from './telemetry.ts';
import { attachTransport } from './transport.ts';
import { onWebSocket } from './upgrade.ts';

/** Bytes of a message; a GraphQL document of the app is a few kilobytes. */
const LONGEST_MESSAGE = 100 * 1024;
/** Seconds after which somebody who finds no place should come again. */
const RETRY_AFTER = 10;
/** Why there is no connection. */
const CLOSING = errorBody('OVERLOADED', 'the gateway is closing; connect anew', RETRY_AFTER);
const BUSY = errorBody('OVERLOADED', 'the gateway has more to do than it can; try again later', RETRY_AFTER);
const FULL = errorBody(
  'TOO_MANY_CONNECTIONS',
  'as many connections are open as may be; close one or try again later',
  RETRY_AFTER,
);
/** Milliseconds between two looks whether keys are still good. */
const LOOK_AT_KEYS = 1_000;
/** Milliseconds that a client has to answer the end of its connection, and all of them where the gateway ends. */
const FAREWELL = 5_000;
const PARTING = 1_000;

export interface SubscriptionServerOptions {
  /** Each event is answered as an operation: it may cost as much, and take as long. */
  readonly graph: GraphServices;
  readonly broker: SubscriptionBroker;
  /** How many connections there may be. */
  readonly limits: SubscriptionsConfig;
  /** Where a request came from. */
  addressOf(request: IncomingMessage): string;
  /** Whether there is more to do than the gateway can. */
  isOverloaded(): boolean;
  /** Hears of connections there are, and of those that are ended from here. */
  readonly observer?: SubscriptionObserver;
  /** Around the answer to each event. */
  readonly observeEvent?: ObserveEvent;
}

/** Opens `path` of a server for `graphql-transport-ws`. It is closed with the server. */
export function createSubscriptionServer(app: FastifyInstance, path: string, options: SubscriptionServerOptions): void {
  const { graph, broker, addressOf, isOverloaded, observer, observeEvent } = options;
  const { log, authenticate } = graph;
  const places = createConnectionLimits(options.limits);
  observer?.observeState({ connections: () => places.open, subscriptions: () => broker.subscribers });
  const open = new Set<Session>();
  const closeSession = (connection: Session, ending: CloseReason) => {
    observer?.connectionClosed(ending);
    connection.close(ending);
  };
  const server = createGraphqlWsServer(graph, { observeEvent: observeEvent, closeSession, isOverloaded });
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: LONGEST_MESSAGE,
    perMessageDeflate: false,
    // @types/ws does not know it.
    ...{ closeTimeout: FAREWELL },
    handleProtocols,
  });
  const welcome = (socket: WebSocket, request: IncomingMessage) => {
    const { headers, url = '' } = request;
    const credentials = { headers, address: addressOf(request) };
    const { acquireForKey: acquireForKey } = places;
    const connection = createSession({ socket, url, credentials, authenticate: authenticate, acquireForKey });
    open.add(connection);
    socket.once('close', () => open.delete(connection));
    attachTransport(server, socket, { extra: { connection }, log, onFlood: () => closeSession(connection, 'flooding') });
  };

  const stopGaps = broker.onGap(() => {
    for (const connection of open) closeSession(connection, 'missed');
  });
  const looks = setInterval(() => {
    for (const connection of open)
      if (connection.principal && connection.principal.caller.kind !== 'anonymous')
        connection.reauthenticate().catch((error) => log.warn({ err: error }, 'a connection could not be looked at'));
  }, LOOK_AT_KEYS).unref();
  let isClosing = false;

  onWebSocket(app.server, (request, socket, head) => {
    if (request.url?.split('?')[0] !== path)
      return writeErrorToSocket(socket, 404, errorBody('NOT_FOUND', 'expected the address of the graph'));
    if (isClosing) return writeErrorToSocket(socket, 503, CLOSING);
    if (isOverloaded()) {
      observer?.connectionClosed('overloaded');
      return writeErrorToSocket(socket, 503, BUSY);
    }
    const leave = places.acquire(networkOf(addressOf(request)));
    if (!leave) {
      observer?.connectionClosed('rejected');
      return writeErrorToSocket(socket, 429, FULL);
    }
    // Also where the handshake fails.
    socket.once('close', leave);
    sockets.handleUpgrade(request, socket, head, (accepted) => welcome(accepted, request));
  });
  app.addHook('preClose', async () => {
    isClosing = true;
    stopGaps();
    clearInterval(looks);
    for (const connection of open) closeSession(connection, 'closing');
    await allGone(sockets.clients);
  });
}

/** Waits until clients have answered the end of their connection, and no longer than they have for it. */
async function allGone(clients: ReadonlySet<WebSocket>): Promise<void> {
  const parting = setTimeout(() => {
    for (const client of clients) client.terminate();
  }, PARTING);
  await Promise.all(
    [...clients].map((client) => new Promise<void>((resolve) => client.once('close', () => resolve()))),
  );
  clearTimeout(parting);
}
