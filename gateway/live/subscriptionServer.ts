import { type GraphQLError, getOperationAST, type OperationDefinitionNode } from 'graphql';
import { makeServer, type Server } from 'graphql-ws';
import { rateLimited } from '../budgets/rateLimited.ts';
import { takeRefusalFee } from '../budgets/refusalFee.ts';
import { readDocument } from '../documents/admission.ts';
import { inputError } from '../errors.ts';
import type { Visitor } from '../keys/doorkeeper.ts';
import { createAnsweredCosts } from '../limits/answeredCost.ts';
import { priceOf } from '../limits/operationLimits.ts';
import { overloaded } from '../limits/shedding.ts';
import type { ServedGraph } from '../servedGraph.ts';
import type { WatchEvent } from '../watching/events.ts';
import type { Connection, Ending } from './connection.ts';
import { readSubscription, type SubscribePayload, subscribe, tellError } from './operations.ts';
import { payForMessage } from './paying.ts';

/** Subscriptions of one connection at once. */
const MOST_SUBSCRIPTIONS = 32;
/** Milliseconds that a client has to say who it is. */
const GREETING = 5_000;

interface SubscriptionServerOptions {
  /** Around the answer to each event. */
  readonly watch?: WatchEvent | undefined;
  end(connection: Connection, ending: Ending): void;
  /** Whether there is more to do than the gateway can. */
  isOverloaded(): boolean;
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

/** What speaks `graphql-transport-ws` over connections: it lets subscriptions in, and answers each of their events. */
export function createSubscriptionServer(
  graph: ServedGraph,
  { watch, end, isOverloaded }: SubscriptionServerOptions,
): Server<Extra> {
  const { schema, createContext, limits, budgets, documents, deadline } = graph;
  const answeredCost = createAnsweredCosts(schema);
  return makeServer<Record<string, unknown>, Extra>({
    connectionInitWaitTimeout: GREETING,
    onConnect: ({ extra, connectionParams }) => extra.connection.greet(connectionParams),
    async onSubscribe({ extra, subscriptions }, _id, payload) {
      if (Object.keys(subscriptions).length > MOST_SUBSCRIPTIONS)
        return [inputError(`expected at most ${MOST_SUBSCRIPTIONS} subscriptions at once; end one of them`)];
      if (isOverloaded()) return [overloaded()];
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

  /** Reads what a client subscribes to and takes its cost, or that of refusing it. */
  async function begin(connection: Connection, payload: SubscribePayload) {
    // Nobody subscribes before being let in.
    const visitor = connection.visitor as Visitor;
    const { caller } = visitor;
    const asked = await readDocument(documents, caller, payload).catch((error: GraphQLError) => error);
    if ('message' in asked) return [asked];
    const fee = await takeRefusalFee(budgets, caller, asked.query);
    if (fee.refused) return [fee.refused];
    const read = readSubscription(
      schema,
      { ...payload, query: asked.query },
      (operation) => priceOf(operation, caller, limits),
      limits.documentRule,
    );
    if (!('schema' in read)) return read;
    fee.giveBack();
    asked.keep();
    const charge = await budgets.charge(caller, read.cost);
    if (charge && !charge.granted) return [rateLimited(read.cost, charge, caller)];
    return { ...read, contextValue: { connection, visitor, cost: read.cost } satisfies Begun };
  }
}
