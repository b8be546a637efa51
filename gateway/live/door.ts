import { type IncomingMessage, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { type GraphQLError, getOperationAST, type OperationDefinitionNode } from 'graphql';
import { handleProtocols, makeServer } from 'graphql-ws';
import { type WebSocket, WebSocketServer } from 'ws';
import { rateLimited } from '../budgets/rateLimited.ts';
import type { LiveConfig } from '../config.ts';
import { readDocument } from '../documents/admission.ts';
import { inputError } from '../errors.ts';
import type { Visitor } from '../keys/doorkeeper.ts';
import { createAnsweredCosts } from '../limits/answeredCost.ts';
import { priceOf } from '../limits/operationLimits.ts';
import type { ObserveLive } from '../metrics.ts';
import { networkOf } from '../peers.ts';
import type { ServedGraph } from '../servedGraph.ts';
import type { WatchEvent } from '../watching/events.ts';
import { type Connection, createConnection, type Ending } from './connection.ts';
import type { LiveHub } from './hub.ts';
import { readSubscription, type SubscribePayload, subscribe, tellError } from './operations.ts';
import { payForMessage } from './paying.ts';
import { createPlaces } from './places.ts';
import { speak } from './speaking.ts';

/** Bytes of a message; a GraphQL document of the app is a few kilobytes. */
const LONGEST_MESSAGE = 100 * 1024;
/** Subscriptions of one connection at once. */
const MOST_SUBSCRIPTIONS = 32;
/** Milliseconds that a client has to say who it is. */
const GREETING = 5_000;
/** Milliseconds between two looks whether keys are still good. */
const LOOK_AT_KEYS = 1_000;
/** Milliseconds that clients have to answer the end of their connection. */
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

/** A subscription that has been let in. */
interface Begun {
  readonly connection: Connection;
  readonly visitor: Visitor;
  /** What answering one event may cost. */
  readonly cost: number;
}

/** What is known of a connection besides what it says. */
interface Extra {
  readonly connection: Connection;
}

/** Opens `path` of a server for `graphql-transport-ws`. It is closed with the server. */
export function openLive(app: FastifyInstance, path: string, options: LiveOptions): void {
  const { graph, hub, addressOf, isOverloaded, observe, watch } = options;
  const { schema, log, createContext, admit, limits, budgets, documents, deadline } = graph;
  const places = createPlaces(options.places);
  const answeredCost = createAnsweredCosts(schema);
  observe?.watch({ connections: () => places.taken, subscriptions: () => hub.subscribers });
  const open = new Set<Connection>();
  const end = (connection: Connection, ending: Ending) => {
    observe?.ended(ending);
    connection.end(ending);
  };
  const server = makeServer<Record<string, unknown>, Extra>({
    connectionInitWaitTimeout: GREETING,
    onConnect: ({ extra, connectionParams }) => extra.connection.greet(connectionParams),
    async onSubscribe({ extra, subscriptions }, _id, payload) {
      if (Object.keys(subscriptions).length > MOST_SUBSCRIPTIONS)
        return [inputError(`expected at most ${MOST_SUBSCRIPTIONS} subscriptions at once; end one of them`)];
      return begin(extra.connection, payload);
    },
    subscribe(args) {
      const { connection, visitor, cost } = args.contextValue as Begun;
      const { document, operationName } = args;
      const operation = getOperationAST(document, operationName) as OperationDefinitionNode;
      return subscribe(args, {
        mayTell: connection.check,
        deadline,
        watch,
        createContext: (signal) => ({
          ...createContext(signal, visitor),
          dropSlow: () => end(connection, 'slow'),
        }),
        async pay(signal) {
          const charge = await payForMessage(budgets, visitor.caller, cost, signal);
          return ({ data }) => void charge?.giveBack(cost - answeredCost({ operation, document, data }));
        },
      }) as never;
    },
    onNext: (_context, _id, _payload, _args, { errors, ...result }) => ({
      ...result,
      ...(errors && { errors: errors.map(tellError) }),
    }),
    onError: (_context, _id, _payload, errors) => errors.map(tellError) as never,
  });
  /** Reads what a client subscribes to and takes its cost. */
  async function begin(connection: Connection, payload: SubscribePayload) {
    // Nobody subscribes before being let in.
    const visitor = connection.visitor as Visitor;
    const { caller } = visitor;
    const asked = await readDocument(documents, caller, payload).catch((error: GraphQLError) => error);
    if ('message' in asked) return [asked];
    const read = readSubscription(schema, { ...payload, query: asked.query }, (operation) =>
      priceOf(operation, caller, limits),
    );
    if (!('schema' in read)) return read;
    asked.keep();
    const charge = await budgets.charge(caller, read.cost);
    if (charge && !charge.granted) return [rateLimited(read.cost, charge, caller)];
    return { ...read, contextValue: { connection, visitor, cost: read.cost } satisfies Begun };
  }
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: LONGEST_MESSAGE,
    perMessageDeflate: false,
    handleProtocols,
  });
  const welcome = (socket: WebSocket, request: IncomingMessage) => {
    const { headers, url = '' } = request;
    const knock = { headers, address: addressOf(request) };
    const { enterWithKey } = places;
    const connection = createConnection({ socket, url, knock, admit, enterWithKey });
    open.add(connection);
    socket.once('close', () => open.delete(connection));
    speak(server, socket, { connection }, log);
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

  app.server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    if (request.url?.split('?')[0] !== path) return refuse(socket, 404, 'expected the address of the graph');
    if (isClosing) return refuse(socket, 503, 'the gateway is closing');
    if (isOverloaded()) {
      observe?.ended('overloaded');
      return refuse(socket, 503, 'the gateway has more to do than it can; try again later');
    }
    const leave = places.enter(networkOf(addressOf(request)));
    if (!leave) {
      observe?.ended('refused');
      return refuse(socket, 429, 'as many connections are open as may be; close one or try again later');
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

function refuse(socket: Duplex, status: number, message: string): void {
  const body = JSON.stringify({ message });
  socket.on('error', () => socket.destroy());
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      'connection: close',
      'content-type: application/json; charset=utf-8',
      `content-length: ${Buffer.byteLength(body)}`,
      ...(status === 404 ? [] : ['retry-after: 10']),
      '',
      body,
    ].join('\r\n'),
  );
}
