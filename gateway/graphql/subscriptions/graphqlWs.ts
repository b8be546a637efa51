import { type GraphQLError, getOperationAST, type OperationDefinitionNode } from 'graphql';
import { makeServer, type Server } from 'graphql-ws';
import { inputError, overloaded } from '../../core/errors.ts';
import type { Principal } from '../../services/auth/authenticate.ts';
import { createActualCost } from '../operations/cost/actualCost.ts';
import { estimateCost } from '../operations/cost/operationLimits.ts';
import type { GraphServices } from '../operations/graphServices.ts';
import { resolveDocument } from '../operations/persisted/trustedDocuments.ts';
import { rateLimitError } from '../operations/rateLimit/rateLimitError.ts';
import { chargeRejection } from '../operations/rateLimit/rejectionCost.ts';
import { prepareSubscription, type SubscribePayload, subscribe, formatSubscriptionError } from './execute.ts';
import { chargeMessage } from './messageCharge.ts';
import type { Session, CloseReason } from './session.ts';
import type { ObserveEvent } from './telemetry.ts';

/** Subscriptions of one connection at once. */
const MOST_SUBSCRIPTIONS = 32;
/** Milliseconds that a client has to say who it is. */
const GREETING = 5_000;

interface GraphqlWsOptions {
  /** Around the answer to each event. */
  readonly observeEvent?: ObserveEvent | undefined;
  closeSession(connection: Session, ending: CloseReason): void;
  /** Whether there is more to do than the gateway can. */
  isOverloaded(): boolean;
}

/** A subscription that has been let in. */
interface Begun {
  readonly connection: Session;
  readonly visitor: Principal;
  /** What answering one event may cost. */
  readonly cost: number;
}

/** What is known of a connection besides what it says. */
interface Extra {
  readonly connection: Session;
}

/** What speaks `graphql-transport-ws` over connections: it lets subscriptions in, and answers each of their events. */
export function createGraphqlWsServer(
  graph: GraphServices,
  { observeEvent: observeEvent, closeSession, isOverloaded }: GraphqlWsOptions,
): Server<Extra> {
  const { schema, createContext, operationLimits, rateLimiter, persistedQueries, operationTimeoutMs } = graph;
  const answeredCost = createActualCost(schema);
  return makeServer<Record<string, unknown>, Extra>({
    connectionInitWaitTimeout: GREETING,
    onConnect: ({ extra, connectionParams }) => extra.connection.connect(connectionParams),
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
        reauthenticate: connection.reauthenticate,
        timeoutMs: operationTimeoutMs,
        observeEvent,
        createContext: (signal) => ({
          ...createContext(signal, visitor),
          closeSlowConnection: () => closeSession(connection, 'slow'),
        }),
        async charge(signal) {
          const charge = await chargeMessage(rateLimiter, visitor.caller, cost, signal);
          return ({ data }) => void charge?.refund(cost - answeredCost({ operation, document, data }));
        },
      }) as never;
    },
    onNext: (_context, _id, _payload, _args, { errors, ...result }) => ({
      ...result,
      ...(errors && { errors: errors.map(formatSubscriptionError) }),
    }),
    onError: (_context, _id, _payload, errors) => errors.map(formatSubscriptionError) as never,
  });

  /** Reads what a client subscribes to and takes its cost, or that of refusing it. */
  async function begin(connection: Session, payload: SubscribePayload) {
    // Nobody subscribes before being let in.
    const visitor = connection.principal as Principal;
    const { caller } = visitor;
    const asked = await resolveDocument(persistedQueries, caller, payload).catch((error: GraphQLError) => error);
    if ('message' in asked) return [asked];
    const fee = await chargeRejection(rateLimiter, caller, asked.query);
    if (fee.error) return [fee.error];
    const read = prepareSubscription(
      schema,
      { ...payload, query: asked.query },
      (operation) => estimateCost(operation, caller, operationLimits),
      operationLimits.documentRule,
    );
    if (!('schema' in read)) return read;
    fee.refund();
    asked.store();
    const charge = await rateLimiter.charge(caller, read.cost);
    if (charge && !charge.granted) return [rateLimitError(read.cost, charge, caller)];
    return { ...read, contextValue: { connection, visitor, cost: read.cost } satisfies Begun };
  }
}
