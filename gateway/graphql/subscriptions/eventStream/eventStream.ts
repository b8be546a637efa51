import type { ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import type { Authenticator, Credentials, Principal } from '../../../services/auth/authenticate.ts';
import { CLOSE_REASONS, createSession } from '../session.ts';
import type { SubscriptionService } from '../subscriptionService.ts';
import { createEventWriter, type UnreadBytes } from './eventWriter.ts';
import { createStreamOperations, type StreamOperations } from './streamOperations.ts';

/** A client that requests an event stream. */
export interface StreamClient {
  readonly principal: Principal;
  /** The headers and the address of the request, by which the client is authenticated again. */
  readonly credentials: Credentials;
}

/** The event stream of one client, with one or several operations. */
export interface EventStream extends Pick<StreamOperations, 'has' | 'subscribe' | 'unsubscribe'> {
  /** The client, as it was last authenticated. */
  readonly principal: Principal;
  /** Starts sending to a response. Until then, events wait. */
  open(response: ServerResponse): void;
  readonly isOpen: boolean;
  /** Sends the result of an operation that is not a subscription. @param result JSON */
  sendResult(id: string, result: string): void;
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

/** Creates the stream of an authenticated client. */
export function createEventStream(
  { principal, credentials }: StreamClient,
  { service, authenticate, log, unreadBytes, onClosed }: EventStreamOptions,
): EventStream {
  const writer = createEventWriter({
    unreadBytes,
    onSlowClient: () => service.closeSession(session, 'slow_client'),
    onClosed() {
      operations.close();
      service.remove(session);
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
      operations.failAll(error);
      writer.end();
    },
  });
  const operations = createStreamOperations({ execution: service.execution, session, writer, log });
  service.add(session);

  return {
    get principal() {
      return session.principal ?? principal;
    },
    open: writer.open,
    get isOpen() {
      return writer.isOpen;
    },
    has: operations.has,
    subscribe: operations.subscribe,
    unsubscribe: operations.unsubscribe,
    sendResult(id, result) {
      void writer.next(id, Buffer.from(result));
      writer.complete(id);
    },
    close: () => writer.end(),
  };
}
