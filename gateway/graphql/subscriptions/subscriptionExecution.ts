import type { ExecutionArgs, ExecutionResult } from 'graphql';
import { networkOf } from '../../core/clientAddress.ts';
import { identityOf } from '../../core/context.ts';
import { inputError } from '../../core/errors.ts';
import { NO_PROVIDER_CALLS, totalCalls } from '../../core/operationCost.ts';
import { overloaded } from '../../core/rejected.ts';
import { withDeadline } from '../../services/scheduling/deadline.ts';
import { currentRequest } from '../../services/telemetry/requestContext.ts';
import { UPSTREAM_CALL_COST } from '../operations/cost/providerCalls.ts';
import { executeEvent, type OperationSteps } from '../operations/operationSteps.ts';
import { messageByteCost } from '../operations/rateLimit/byteCost.ts';
import { RejectedOperation } from '../operations/rejectedOperation.ts';
import { createRun } from '../operations/run/operationRun.ts';
import { dataOf, messageOf } from '../operations/run/responseData.ts';
import {
  type AdmittedSubscription,
  admitSubscription,
  type SubscriptionConnection,
  type SubscriptionRequest,
} from './admitSubscription.ts';
import { chargeWhenAvailable, createExecutionRateLimit, startWhenPossible } from './eventAdmission.ts';
import { createEventMessages, type EventMessage } from './eventMessages.ts';
import type { CloseReason, Session } from './session.ts';
import { subscribe } from './subscribe.ts';
import type { ObserveEvent } from './telemetry.ts';

/** Subscriptions of one connection at the same time. */
const MAX_SUBSCRIPTIONS = 32;

/** Points of the execution of an event, in addition to the points of its upstream requests. */
const EXECUTION_COST = 10;

interface SubscriptionExecutionOptions {
  readonly observeEvent: ObserveEvent;
  /** Runs for each sent message. @param isShared whether another subscription created it */
  readonly onMessage?: ((isShared: boolean) => void) | undefined;
  /** Returns the number of changes so far. */
  changeCount(): number;
  closeSession(session: Session, reason: CloseReason): void;
  /** True if load is shed at the moment. */
  isOverloaded(): boolean;
}

/** Executes subscriptions regardless of their transport. */
export interface SubscriptionExecution {
  /**
   * Validates and charges a subscription.
   * @param id the client's id of the subscription
   * @param count the subscriptions of the connection, with this subscription
   * @returns the execution arguments
   * @throws RejectedOperation
   */
  admit(
    connection: SubscriptionConnection,
    id: string,
    request: SubscriptionRequest,
    count: number,
  ): Promise<ExecutionArgs>;
  /**
   * Starts an admitted subscription, which sends its messages over its connection.
   * @returns errors, or an iterator without values that ends with the subscription
   */
  subscribe(args: ExecutionArgs): Promise<ExecutionResult | AsyncIterableIterator<never>>;
}

/** Creates the execution of all subscriptions of a gateway. */
export function createSubscriptionExecution(
  steps: OperationSteps,
  { observeEvent, onMessage, changeCount, closeSession, isOverloaded }: SubscriptionExecutionOptions,
): SubscriptionExecution {
  const { createContext, rateLimiter, operationTimeoutMs, execution } = steps.graph;
  const { scheduler, limiter } = execution;
  const messages = createEventMessages(changeCount);
  const waitForExecution = createExecutionRateLimit();

  const createEventContext = (signal: AbortSignal, { connection, principal }: AdmittedSubscription) => ({
    ...createContext({ signal }, principal),
    closeSlowConnection: () => closeSession(connection.session, 'slow_client'),
  });
  /** Executes an event with a new context, so that its loaders read current data. */
  const createMessage = async (args: ExecutionArgs, event: object): Promise<EventMessage> => {
    const { document, operationName } = args;
    const admitted = args.contextValue as AdmittedSubscription;
    const variables = { ...args.variableValues };
    // Not the subscription's signal: the message is for other subscriptions, too.
    const { signal, release } = withDeadline(undefined, operationTimeoutMs);
    try {
      const run = createRun(
        { variables, ...(operationName && { operationName }) },
        { ...createEventContext(signal, admitted), request: admitted.request, progress: {} },
        document,
      );
      let calls = 0;
      const result = await observeEvent(run, async () => {
        const executed = await executeEvent(run, event, steps);
        calls = totalCalls(currentRequest()?.upstreamCalls ?? NO_PROVIDER_CALLS);
        return executed;
      });
      const payload = Buffer.from(messageOf(result));
      return {
        payload,
        cost: (dataOf(result)?.points ?? 0) + messageByteCost(payload.length),
        executionCost: EXECUTION_COST + UPSTREAM_CALL_COST * calls,
      };
    } finally {
      release();
    }
  };

  return {
    async admit(connection, id, request, count) {
      if (count > MAX_SUBSCRIPTIONS)
        throw new RejectedOperation([
          inputError(
            `expected at most ${MAX_SUBSCRIPTIONS} subscriptions at once, got ${count}; complete one first`,
            'BAD_USER_INPUT',
            { limit: MAX_SUBSCRIPTIONS, actual: count },
          ),
        ]);
      if (isOverloaded()) throw new RejectedOperation([overloaded()]);
      return admitSubscription(steps, connection, id, request);
    },
    subscribe(args) {
      const admitted = args.contextValue as AdmittedSubscription;
      const { id, connection, principal, requestKey, cost } = admitted;
      const { caller } = principal;
      const address = networkOf(caller.address);
      const identity = identityOf(caller);
      const nextTask = () => scheduler.next(identity);
      const maximum = rateLimiter.limitOf(caller)?.maximum ?? Number.POSITIVE_INFINITY;
      const maxPoints = Math.min(cost + EXECUTION_COST, maximum);
      return subscribe(args, {
        nextTask,
        reauthenticate: connection.session.authenticate,
        createContext: (signal) => createEventContext(signal, admitted),
        async charge(signal) {
          const charge = await chargeWhenAvailable(rateLimiter, caller, maxPoints, signal);
          return (usedPoints) => void charge?.settle(usedPoints);
        },
        async createMessage(event) {
          const { message, isShared } = await messages.get({
            event,
            requestKey,
            address,
            async startExecution() {
              await waitForExecution(address);
              const slot = await startWhenPossible(limiter, identity, cost);
              await nextTask();
              return () => slot[Symbol.dispose]();
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
      });
    },
  };
}
