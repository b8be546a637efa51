import { setTimeout as sleep } from 'node:timers/promises';
import { type GraphQLError, getOperationAST, type OperationDefinitionNode } from 'graphql';
import { makeServer, type Server } from 'graphql-ws';
import type { Caller } from '../../core/context.ts';
import { inputError, overloaded } from '../../core/errors.ts';
import type { Principal } from '../../services/auth/authenticate.ts';
import type { Charge, RateLimiter } from '../../services/rateLimit/rateLimiter.ts';
import { createActualCost } from '../operations/cost/actualCost.ts';
import { estimateAndLimitCost } from '../operations/cost/operationLimits.ts';
import type { GraphServices } from '../operations/graphServices.ts';
import { resolveDocument } from '../operations/persisted/trustedDocuments.ts';
import { chargeRejection } from '../operations/rateLimit/chargeRejection.ts';
import { rateLimitError } from '../operations/rateLimit/rateLimitError.ts';
import { prepareSubscription, type SubscribePayload } from './prepareSubscription.ts';
import type { CloseReason, Session } from './session.ts';
import { formatSubscriptionError, subscribe } from './subscribe.ts';
import type { ObserveEvent } from './telemetry.ts';

/** Subscriptions of one connection at the same time. */
const MAX_SUBSCRIPTIONS = 32;
/** Time for the client to send `connection_init`. */
const INIT_TIMEOUT_MS = 5_000;

interface GraphqlWsOptions {
  readonly observeEvent?: ObserveEvent | undefined;
  closeSession(session: Session, reason: CloseReason): void;
  /** Whether load is shed at the moment. */
  isOverloaded(): boolean;
}

/** An admitted subscription; graphql-ws passes it on as the context value. */
interface AdmittedSubscription {
  readonly session: Session;
  readonly principal: Principal;
  /** Maximum cost of one event in points. */
  readonly cost: number;
}

interface Extra {
  readonly session: Session;
}

/** Creates the graphql-transport-ws server: it admits subscriptions and executes their events. */
export function createGraphqlWsServer(
  graph: GraphServices,
  { observeEvent, closeSession, isOverloaded }: GraphqlWsOptions,
): Server<Extra> {
  const { schema, createContext, rateLimiter, operationTimeoutMs } = graph;
  const actualCost = createActualCost(schema);
  return makeServer<Record<string, unknown>, Extra>({
    connectionInitWaitTimeout: INIT_TIMEOUT_MS,
    onConnect: ({ extra, connectionParams }) => extra.session.connect(connectionParams),
    async onSubscribe({ extra, subscriptions }, _id, payload) {
      if (Object.keys(subscriptions).length > MAX_SUBSCRIPTIONS)
        return [
          inputError(`expected at most ${MAX_SUBSCRIPTIONS} subscriptions at once; complete one first`),
        ];
      if (isOverloaded()) return [overloaded()];
      return admitSubscription(graph, extra.session, payload);
    },
    subscribe(args) {
      const { session, principal, cost } = args.contextValue as AdmittedSubscription;
      const { document, operationName } = args;
      const operation = getOperationAST(document, operationName) as OperationDefinitionNode;
      return subscribe(args, {
        reauthenticate: session.reauthenticate,
        timeoutMs: operationTimeoutMs,
        observeEvent,
        createContext: (signal) => ({
          ...createContext(signal, principal),
          closeSlowConnection: () => closeSession(session, 'slow_client'),
        }),
        async charge(signal) {
          const charge = await chargeWhenAvailable(rateLimiter, principal.caller, cost, signal);
          return ({ data }) => void charge?.refund(cost - actualCost({ operation, document, data }));
        },
      }) as never;
    },
    onNext: (_context, _id, _payload, _args, { errors, ...result }) => ({
      ...result,
      ...(errors && { errors: errors.map(formatSubscriptionError) }),
    }),
    onError: (_context, _id, _payload, errors) => errors.map(formatSubscriptionError) as never,
  });
}

/** Validates a subscription and charges its first event. @returns the execution arguments, or errors */
async function admitSubscription(graph: GraphServices, session: Session, payload: SubscribePayload) {
  const { schema, operationLimits, rateLimiter, persistedQueries } = graph;
  // graphql-ws rejects `subscribe` before `connection_init`.
  const principal = session.principal as Principal;
  const { caller } = principal;
  const document = await resolveDocument(persistedQueries, caller, payload).catch(
    (error: GraphQLError) => error,
  );
  if ('message' in document) return [document];
  const rejectionCharge = await chargeRejection(rateLimiter, caller, document.query);
  if (rejectionCharge.error) return [rejectionCharge.error];
  const prepared = prepareSubscription(
    schema,
    { ...payload, query: document.query },
    {
      estimateAndLimitCost: (operation) => estimateAndLimitCost(operation, caller, operationLimits),
      documentRule: operationLimits.documentRule,
    },
  );
  if (!('schema' in prepared)) return prepared;
  rejectionCharge.refund();
  document.persist();
  const { cost } = prepared;
  const charge = await rateLimiter.charge(caller, cost);
  if (charge && !charge.granted) return [rateLimitError(cost, charge, caller)];
  return { ...prepared, contextValue: { session, principal, cost } satisfies AdmittedSubscription };
}

/** Bounds of the time between two attempts to charge an event. */
const MIN_WAIT_SECONDS = 0.2;
const MAX_WAIT_SECONDS = 10;

/**
 * Charges an event as soon as the caller has enough points. A client over its rate limit receives events later, with the
 * state at that time.
 * @returns undefined if the caller has no limit
 * @throws the reason of the signal
 */
async function chargeWhenAvailable(
  rateLimiter: Pick<RateLimiter, 'charge'>,
  caller: Caller,
  cost: number,
  signal: AbortSignal,
): Promise<Charge | undefined> {
  for (;;) {
    const charge = await rateLimiter.charge(caller, cost);
    if (!charge || charge.granted) return charge;
    const seconds = Math.min(Math.max(charge.waitSeconds, MIN_WAIT_SECONDS), MAX_WAIT_SECONDS);
    await sleep(seconds * 1000, undefined, { signal, ref: false });
  }
}
