import type { FastifyInstance } from 'fastify';
import type { SubscriptionsConfig } from '../../config/config.ts';
import { overloaded, Rejected } from '../../core/rejected.ts';
import type { SubscriptionObserver } from '../../services/telemetry/requestMetrics.ts';
import type { OperationSteps } from '../operations/operationSteps.ts';
import type { SubscriptionBroker } from './broker.ts';
import { createConnectionLimits } from './connectionLimits.ts';
import type { CloseReason, Session } from './session.ts';
import { createSubscriptionExecution, type SubscriptionExecution } from './subscriptionExecution.ts';
import type { ObserveEvent } from './telemetry.ts';

const RETRY_AFTER_SECONDS = 10;
/** Interval at which the keys of open connections are verified. */
const REAUTHENTICATION_INTERVAL_MS = 1_000;

export interface SubscriptionServiceOptions {
  readonly steps: OperationSteps;
  readonly broker: SubscriptionBroker;
  readonly limits: SubscriptionsConfig;
  /** True if load is shed at the moment. */
  isOverloaded(): boolean;
  readonly observer?: SubscriptionObserver;
  readonly observeEvent: ObserveEvent;
}

/** The connections and subscriptions of a gateway, of all transports. */
export interface SubscriptionService {
  readonly execution: SubscriptionExecution;
  /**
   * Takes a connection slot of an address.
   * @returns releases the slot
   * @throws Rejected `OVERLOADED` while the gateway closes or sheds load, or `TOO_MANY_CONNECTIONS`
   */
  acquire(address: string): Promise<() => void>;
  /** Takes a connection slot of a key; undefined if none is free. @returns releases the slot */
  acquireForKey(key: string): (() => void) | undefined;
  /** Adds an open connection, which closes when changes are missed, its key is rejected, or the gateway closes. */
  add(session: Session): void;
  remove(session: Session): void;
  /** Closes a connection and counts the reason. */
  closeSession(session: Session, reason: CloseReason): void;
}

/** Creates the service of a server, and closes its connections with it. */
export function createSubscriptionService(
  app: FastifyInstance,
  { steps, broker, limits, isOverloaded, observer, observeEvent }: SubscriptionServiceOptions,
): SubscriptionService {
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
  const execution = createSubscriptionExecution(steps, {
    observeEvent,
    onMessage: observer?.messageCreated,
    changeCount: () => broker.changeCount,
    closeSession,
    isOverloaded,
  });
  const stopGapListener = broker.onGap(() => {
    for (const session of sessions) closeSession(session, 'missed_changes');
  });
  const reauthentication = setInterval(() => {
    for (const session of sessions)
      if (session.principal && session.principal.caller.kind !== 'anonymous')
        session
          .authenticate()
          .catch((error) =>
            steps.graph.log.warn(
              { err: error },
              'the key of a subscription connection could not be verified',
            ),
          );
  }, REAUTHENTICATION_INTERVAL_MS).unref();
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
    stopGapListener();
    clearInterval(reauthentication);
    for (const session of sessions) closeSession(session, 'shutdown');
  });
  return {
    execution,
    async acquire(address) {
      if (isClosing)
        throw new Rejected('OVERLOADED', 'the gateway is closing; connect again', RETRY_AFTER_SECONDS);
      if (isOverloaded()) {
        observer?.connectionClosed('overloaded');
        throw overloaded();
      }
      const release = connections.acquire(address);
      if (!release) {
        observer?.connectionClosed('connection_limit');
        throw tooManyConnections('too many open connections; close one or try again later');
      }
      return release;
    },
    acquireForKey: connections.acquireForKey,
    add: (session) => void sessions.add(session),
    remove: (session) => void sessions.delete(session),
    closeSession,
  };
}

/** Creates the error of a connection that exceeds a limit. */
export const tooManyConnections = (message: string): Rejected =>
  new Rejected('TOO_MANY_CONNECTIONS', message, RETRY_AFTER_SECONDS);
