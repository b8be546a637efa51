import { setTimeout as sleep } from 'node:timers/promises';
import {
  type ExecutionArgs,
  type ExecutionResult,
  execute,
  getOperationAST,
  type OperationDefinitionNode,
} from 'graphql';
import { makeServer, type Server } from 'graphql-ws';
import { networkOf } from '../../core/clientAddress.ts';
import { type Caller, identityOf } from '../../core/context.ts';
import { inputError, overloaded } from '../../core/errors.ts';
import { NO_PROVIDER_CALLS } from '../../core/operationCost.ts';
import type { Charge, RateLimiter } from '../../services/rateLimit/rateLimiter.ts';
import type { ExecutionLimiter } from '../../services/scheduling/executionLimiter.ts';
import { currentRequest } from '../../services/telemetry/requestContext.ts';
import { withDeadline } from '../../services/upstream/deadline.ts';
import { createActualCost } from '../operations/cost/actualCost.ts';
import { UPSTREAM_CALL_COST } from '../operations/cost/providerCalls.ts';
import { totalCalls } from '../operations/cost/selectionCost.ts';
import type { GraphServices } from '../operations/graphServices.ts';
import { type AdmittedSubscription, admitSubscription, type Connection } from './admitSubscription.ts';
import { createEventMessages, type EventMessage } from './eventMessages.ts';
import { createExecutionRateLimit } from './executionRateLimit.ts';
import type { CloseReason, Session } from './session.ts';
import { formatSubscriptionError, subscribe } from './subscribe.ts';
import { NO_TELEMETRY, type ObserveEvent } from './telemetry.ts';

/** Subscriptions of one connection at the same time. */
const MAX_SUBSCRIPTIONS = 32;
/** Time for the client to send `connection_init`. */
const INIT_TIMEOUT_MS = 5_000;

/** Points of the execution of an event, in addition to those of its upstream requests. */
const EXECUTION_COST = 10;

interface GraphqlWsOptions {
  readonly observeEvent?: ObserveEvent | undefined;
  /** Runs for each sent message. @param isShared whether another subscription created it */
  readonly onMessage?: ((isShared: boolean) => void) | undefined;
  /** Returns the number of changes so far. */
  changeCount(): number;
  closeSession(session: Session, reason: CloseReason): void;
  /** Whether load is shed at the moment. */
  isOverloaded(): boolean;
}

/** Creates the graphql-transport-ws server: it admits subscriptions and executes their events. */
export function createGraphqlWsServer(
  graph: GraphServices,
  { observeEvent = NO_TELEMETRY, onMessage, changeCount, closeSession, isOverloaded }: GraphqlWsOptions,
): Server<Connection> {
  const { schema, createContext, rateLimiter, operationTimeoutMs } = graph;
  const { scheduler, limiter } = graph.execution;
  const actualCost = createActualCost(schema);
  const messages = createEventMessages(changeCount);
  const executionRateLimit = createExecutionRateLimit();

  const createEventContext = (signal: AbortSignal, { connection, principal }: AdmittedSubscription) => ({
    ...createContext(signal, principal),
    closeSlowConnection: () => closeSession(connection.session, 'slow_client'),
  });
  /** Executes an event with a new context, so that its loaders read current data. */
  const createMessage = async (args: ExecutionArgs, event: object): Promise<EventMessage> => {
    const { document, operationName } = args;
    const variables = args.variableValues ?? {};
    const operation = getOperationAST(document, operationName) as OperationDefinitionNode;
    // Not the subscription's signal: the message is for others, too.
    const { signal, release } = withDeadline(undefined, operationTimeoutMs);
    try {
      const contextValue = createEventContext(signal, args.contextValue as AdmittedSubscription);
      let calls = 0;
      const result = await observeEvent(args, async () => {
        const executed = await execute({ ...args, rootValue: event, contextValue });
        calls = totalCalls(currentRequest()?.upstreamCalls ?? NO_PROVIDER_CALLS);
        return executed;
      });
      return {
        payload: Buffer.from(JSON.stringify(formatResult(result))),
        cost: actualCost({ operation, document, variables, data: result.data }),
        executionCost: EXECUTION_COST + UPSTREAM_CALL_COST * calls,
      };
    } finally {
      release();
    }
  };

  return makeServer<Record<string, unknown>, Connection>({
    connectionInitWaitTimeout: INIT_TIMEOUT_MS,
    onConnect: ({ extra, connectionParams }) => extra.session.connect(connectionParams),
    async onSubscribe({ extra, subscriptions }, id, payload) {
      if (Object.keys(subscriptions).length > MAX_SUBSCRIPTIONS)
        return [
          inputError(`expected at most ${MAX_SUBSCRIPTIONS} subscriptions at once; complete one first`),
        ];
      if (isOverloaded()) return [overloaded()];
      return admitSubscription(graph, extra, id, payload);
    },
    subscribe(args) {
      const admitted = args.contextValue as AdmittedSubscription;
      const { id, connection, principal, requestKey, cost } = admitted;
      const { caller } = principal;
      const address = networkOf(caller.address);
      const identity = identityOf(caller);
      const nextTurn = () => scheduler.next(identity);
      const maximum = rateLimiter.limitOf(caller)?.maximum ?? Number.POSITIVE_INFINITY;
      const maxPoints = Math.min(cost + EXECUTION_COST, maximum);
      return subscribe(args, {
        nextTurn,
        reauthenticate: connection.session.reauthenticate,
        createContext: (signal) => createEventContext(signal, admitted),
        async charge(signal) {
          const charge = await chargeWhenAvailable(rateLimiter, caller, maxPoints, signal);
          return (usedPoints) => void charge?.refund(maxPoints - usedPoints);
        },
        async createMessage(event) {
          const { message, isShared } = await messages.get({
            event,
            requestKey,
            address,
            async startExecution() {
              await executionRateLimit.wait(address);
              const end = await startWhenPossible(limiter, identity, cost);
              await nextTurn();
              return end;
            },
            execute: () => createMessage(args, event),
          });
          onMessage?.(isShared);
          return {
            payload: message.payload,
            usedPoints: message.cost + (isShared ? 0 : message.executionCost),
          };
        },
        send: (payload) => connection.sendNext(id, payload),
      }) as never;
    },
    onNext: (_context, _id, _payload, _args, result) => formatResult(result),
    onError: (_context, _id, _payload, errors) => errors.map(formatSubscriptionError) as never,
  });
}

const formatResult = ({ errors, ...result }: ExecutionResult) => ({
  ...result,
  ...(errors && { errors: errors.map(formatSubscriptionError) }),
});

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

/** Starts the execution of an event. It is delayed, but not rejected, while the caller has too much in execution. */
async function startWhenPossible(
  limiter: ExecutionLimiter,
  caller: string,
  cost: number,
): Promise<() => void> {
  for (;;) {
    try {
      return await limiter.start(caller, cost, NEVER_ABORTED);
    } catch {
      await sleep(MIN_WAIT_SECONDS * 1000, undefined, { ref: false });
    }
  }
}

const NEVER_ABORTED = new AbortController().signal;
