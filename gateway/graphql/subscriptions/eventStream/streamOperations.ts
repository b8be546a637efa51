import { type ExecutionArgs, GraphQLError } from 'graphql';
import type { Logger } from 'pino';
import { rejectedResponse } from '../../operations/prepared/formatErrors.ts';
import type { SubscriptionRequest } from '../admitSubscription.ts';
import type { Session } from '../session.ts';
import type { SubscriptionExecution } from '../subscriptionExecution.ts';
import type { EventWriter } from './eventWriter.ts';
import { ONLY_OPERATION } from './eventWriter.ts';

/** The subscriptions of an event stream, by the client's ids. */
export interface StreamOperations {
  has(id: string): boolean;
  /** Starts a subscription. @throws RejectedOperation */
  subscribe(id: string, request: SubscriptionRequest): Promise<void>;
  /** Ends a subscription without a further event. */
  unsubscribe(id: string): void;
  /** Sends an error and `complete` for each subscription. */
  failAll(error: Error): void;
  /** Ends all subscriptions without a further event, when the stream has ended. */
  close(): void;
}

interface StreamOperationsOptions {
  readonly execution: SubscriptionExecution;
  readonly session: Session;
  readonly writer: EventWriter;
  readonly log: Logger;
}

/** A subscription of the stream. */
interface StreamSubscription {
  /** Undefined until it has started. */
  events?: AsyncIterableIterator<never>;
}

/** Creates the subscriptions of a stream. */
export function createStreamOperations({
  execution,
  session,
  writer,
  log,
}: StreamOperationsOptions): StreamOperations {
  const operations = new Map<string, StreamSubscription>();
  let isClosed = false;

  const unsubscribe = (id: string): void => {
    const events = operations.get(id)?.events;
    operations.delete(id);
    events
      ?.return?.()
      .catch((error: unknown) => log.warn({ err: error }, 'a subscription could not be ended'));
  };
  const sendErrors = (id: string, errors: readonly GraphQLError[]) =>
    writer.next(id, Buffer.from(JSON.stringify(rejectedResponse(errors).body.singleResult)));
  /** Sends the error that ended a subscription, and `complete`. */
  const fail = (id: string, error: unknown): void => {
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
      if (isActive()) fail(id, error);
    }
    if (isActive()) operations.delete(id);
    if (id === ONLY_OPERATION) writer.end();
  };

  return {
    has: (id) => operations.has(id),
    async subscribe(id, request) {
      const operation: StreamSubscription = {};
      operations.set(id, operation);
      const connection = { session, sendNext: writer.next };
      try {
        const admitted = await execution.admit(connection, id, request, operations.size);
        void run(id, operation, admitted);
      } catch (error) {
        if (operations.get(id) === operation) operations.delete(id);
        throw error;
      }
    },
    unsubscribe,
    failAll(error) {
      for (const id of operations.keys()) fail(id, error);
    },
    close() {
      isClosed = true;
      for (const id of operations.keys()) unsubscribe(id);
    },
  };
}
