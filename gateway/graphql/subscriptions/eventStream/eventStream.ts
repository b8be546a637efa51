import type { ServerResponse } from 'node:http';
import { type ExecutionArgs, GraphQLError } from 'graphql';
import type { Logger } from 'pino';
import type { Authenticator, Credentials, Principal } from '../../../services/auth/authenticate.ts';
import type { SubscriptionRequest } from '../admitSubscription.ts';
import { CLOSE_REASONS, createSession } from '../session.ts';
import { formatSubscriptionResult } from '../subscribe.ts';
import type { SubscriptionService } from '../subscriptionService.ts';
import { createEventWriter, type UnreadBytes } from './eventWriter.ts';

/** The id of the operation of a stream that serves one operation only. */
export const ONLY_OPERATION = '';

/** A client that requests an event stream. */
export interface StreamClient {
  readonly principal: Principal;
  /** The headers and the address of the request, by which the client is authenticated again. */
  readonly credentials: Credentials;
}

/** The event stream of one client, with one or several operations. */
export interface EventStream {
  /** The client, as it was last authenticated. */
  readonly principal: Principal;
  /** Starts sending to a response. Until then, events wait. */
  open(response: ServerResponse): void;
  readonly isOpen: boolean;
  has(id: string): boolean;
  /** Starts a subscription. @returns errors; none if it has started */
  subscribe(id: string, request: SubscriptionRequest): Promise<readonly GraphQLError[]>;
  /** Sends the result of another operation. @param result JSON */
  sendResult(id: string, result: string): void;
  /** Ends a subscription without a further event. */
  unsubscribe(id: string): void;
  /** Ends the stream. */
  close(): void;
}

interface EventStreamOptions {
  readonly service: SubscriptionService;
  readonly authenticate: Authenticator['authenticate'];
  readonly log: Logger;
  readonly unreadBytes: UnreadBytes;
  /** Runs once, when the stream has ended. */
  onClosed(): void;
}

/** A subscription of the stream. */
interface StreamSubscription {
  /** Undefined until it has started. */
  events?: AsyncIterableIterator<never>;
}

/** Creates the stream of an authenticated client. */
export function createEventStream(
  { principal, credentials }: StreamClient,
  { service, authenticate, log, unreadBytes, onClosed }: EventStreamOptions,
): EventStream {
  const { execution } = service;
  const operations = new Map<string, StreamSubscription>();
  let isClosed = false;
  const writer = createEventWriter({
    unreadBytes,
    onSlowClient: () => service.closeSession(session, 'slow_client'),
    onClosed() {
      isClosed = true;
      service.remove(session);
      for (const id of operations.keys()) unsubscribe(id);
      onClosed();
    },
  });
  const session = createSession({
    principal,
    credentials: () => credentials,
    authenticate,
    // Without `complete`: clients connect again.
    close: (reason) => writer.end(CLOSE_REASONS[reason]),
    // With `complete`: another attempt would be rejected as well.
    reject(error) {
      for (const id of operations.keys()) finish(id, error);
      writer.end();
    },
  });
  service.add(session);

  const unsubscribe = (id: string): void => {
    const events = operations.get(id)?.events;
    operations.delete(id);
    events
      ?.return?.()
      .catch((error: unknown) => log.warn({ err: error }, 'a subscription could not be ended'));
  };
  const sendErrors = (id: string, errors: readonly GraphQLError[]) =>
    writer.next(id, Buffer.from(JSON.stringify(formatSubscriptionResult({ errors }))));
  /** Sends the error that ended a subscription, and `complete`. */
  const finish = (id: string, error: unknown): void => {
    const { message } = error as Error;
    void sendErrors(id, [
      error instanceof GraphQLError ? error : new GraphQLError(message, { originalError: error as Error }),
    ]);
    writer.complete(id);
  };
  const run = async (id: string, operation: StreamSubscription, args: ExecutionArgs): Promise<void> => {
    // The client can end the subscription or the stream at any time.
    const isActive = () => !isClosed && operations.get(id) === operation;
    try {
      const result = await execution.subscribe(args);
      if (!(Symbol.asyncIterator in result)) await sendErrors(id, result.errors ?? []);
      else if (isActive()) {
        operation.events = result;
        await result.next();
      } else await result.return?.();
      if (isActive()) writer.complete(id);
    } catch (error) {
      if (!(error instanceof GraphQLError)) log.error({ err: error }, 'internal error in a subscription');
      if (isActive()) finish(id, error);
    }
    if (isActive()) operations.delete(id);
    if (id === ONLY_OPERATION) writer.end();
  };

  return {
    get principal() {
      return session.principal ?? principal;
    },
    open: writer.open,
    get isOpen() {
      return writer.isOpen;
    },
    has: (id) => operations.has(id),
    async subscribe(id, request) {
      const operation: StreamSubscription = {};
      operations.set(id, operation);
      const connection = { session, sendNext: writer.next };
      const admitted = await execution.admit(connection, id, request, operations.size);
      if ('schema' in admitted) {
        void run(id, operation, admitted);
        return [];
      }
      if (operations.get(id) === operation) operations.delete(id);
      return admitted;
    },
    sendResult(id, result) {
      void writer.next(id, Buffer.from(result));
      writer.complete(id);
    },
    unsubscribe,
    close: () => writer.end(),
  };
}
