import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { handleProtocols } from 'graphql-ws';
import { type WebSocket, WebSocketServer } from 'ws';
import type { LiveConfig } from '../configuration/config.ts';
import { refusalOf, refuseOnSocket } from '../http/refusal.ts';
import type { ObserveLive } from '../metrics.ts';
import { networkOf } from '../peers.ts';
import type { ServedGraph } from '../servedGraph.ts';
import type { WatchEvent } from '../watching/events.ts';
import { type Connection, createConnection, type Ending } from './connection.ts';
import type { LiveHub } from './hub.ts';
import { createPlaces } from './places.ts';
import { speak } from './speaking.ts';
import { createSubscriptionServer } from './subscriptionServer.ts';
import { onWebSocket } from './upgrade.ts';

/** Bytes of a message; a GraphQL document of the app is a few kilobytes. */
const LONGEST_MESSAGE = 100 * 1024;
/** Seconds after which somebody who finds no place should come again. */
const RETRY_AFTER = 10;
/** Why there is no connection. */
const CLOSING = refusalOf('OVERLOADED', 'the gateway is closing; connect anew', RETRY_AFTER);
const BUSY = refusalOf('OVERLOADED', 'the gateway has more to do than it can; try again later', RETRY_AFTER);
const FULL = refusalOf(
  'TOO_MANY_CONNECTIONS',
  'as many connections are open as may be; close one or try again later',
  RETRY_AFTER,
);
/** Milliseconds between two looks whether keys are still good. */
const LOOK_AT_KEYS = 1_000;
/** Milliseconds that a client has to answer the end of its connection, and all of them where the gateway ends. */
const FAREWELL = 5_000;
const PARTING = 1_000;

export interface LiveOptions {
  /** Each event is answered as an operation: it may cost as much, and take as long. */
  readonly graph: ServedGraph;
  readonly hub: LiveHub;
  /** How many connections there may be. */
  readonly places: LiveConfig;
  /** Where a request came from. */
  addressOf(request: IncomingMessage): string;
  /** Whether there is more to do than the gateway can. */
  isOverloaded(): boolean;
  /** Hears of connections there are, and of those that are ended from here. */
  readonly observe?: ObserveLive;
  /** Around the answer to each event. */
  readonly watch?: WatchEvent;
}

/** Opens `path` of a server for `graphql-transport-ws`. It is closed with the server. */
export function openLive(app: FastifyInstance, path: string, options: LiveOptions): void {
  const { graph, hub, addressOf, isOverloaded, observe, watch } = options;
  const { log, admit } = graph;
  const places = createPlaces(options.places);
  observe?.watch({ connections: () => places.taken, subscriptions: () => hub.subscribers });
  const open = new Set<Connection>();
  const end = (connection: Connection, ending: Ending) => {
    observe?.ended(ending);
    connection.end(ending);
  };
  const server = createSubscriptionServer(graph, { watch, end, isOverloaded });
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
    const knock = { headers, address: addressOf(request) };
    const { enterWithKey } = places;
    const connection = createConnection({ socket, url, knock, admit, enterWithKey });
    open.add(connection);
    socket.once('close', () => open.delete(connection));
    speak(server, socket, { extra: { connection }, log, onFlood: () => end(connection, 'flooding') });
  };

  const stopGaps = hub.onGap(() => {
    for (const connection of open) end(connection, 'missed');
  });
  const looks = setInterval(() => {
    for (const connection of open)
      if (connection.visitor && connection.visitor.caller.kind !== 'anonymous')
        connection.check().catch((error) => log.warn({ err: error }, 'a connection could not be looked at'));
  }, LOOK_AT_KEYS).unref();
  let isClosing = false;

  onWebSocket(app.server, (request, socket, head) => {
    if (request.url?.split('?')[0] !== path)
      return refuseOnSocket(socket, 404, refusalOf('NOT_FOUND', 'expected the address of the graph'));
    if (isClosing) return refuseOnSocket(socket, 503, CLOSING);
    if (isOverloaded()) {
      observe?.ended('overloaded');
      return refuseOnSocket(socket, 503, BUSY);
    }
    const leave = places.enter(networkOf(addressOf(request)));
    if (!leave) {
      observe?.ended('refused');
      return refuseOnSocket(socket, 429, FULL);
    }
    // Also where the handshake fails.
    socket.once('close', leave);
    sockets.handleUpgrade(request, socket, head, (accepted) => welcome(accepted, request));
  });
  app.addHook('preClose', async () => {
    isClosing = true;
    stopGaps();
    clearInterval(looks);
    for (const connection of open) end(connection, 'closing');
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
