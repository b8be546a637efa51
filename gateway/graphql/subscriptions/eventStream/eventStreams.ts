import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { GraphServices } from '../../operations/graphServices.ts';
import type { SubscriptionRequest } from '../admitSubscription.ts';
import { CLOSE_REASONS } from '../session.ts';
import { type SubscriptionService, tooManyConnections } from '../subscriptionService.ts';
import { createEventStream, type EventStream, type StreamClient } from './eventStream.ts';
import type { UnreadBytes } from './eventWriter.ts';
import { ONLY_OPERATION } from './eventWriter.ts';

const RESERVATION_TIMEOUT_MS = 10_000;

/** The event streams of a gateway (graphql-sse). */
export interface EventStreams {
  /**
   * Starts a subscription with a stream of its own.
   * @returns a function that sends the stream as a response
   * @throws HttpError `OVERLOADED` or `TOO_MANY_CONNECTIONS`
   * @throws RejectedOperation
   */
  subscribe(client: StreamClient, request: SubscriptionRequest): Promise<(response: ServerResponse) => void>;
  /**
   * Reserves a stream for several operations. It ends if it is not opened within 10 s.
   * @returns its token
   * @throws HttpError `OVERLOADED` or `TOO_MANY_CONNECTIONS`
   */
  reserve(client: StreamClient): Promise<string>;
  /** Returns a reserved or open stream by its token. */
  find(token: string): EventStream | undefined;
}

/**
 * Creates the registry of the streams of a gateway.
 * @param unreadBytesOf counts the events that an address has not read
 * @param reservationMs time for a client to open a stream that it has reserved
 */
export function createEventStreams(
  { authenticate, log }: Pick<GraphServices, 'authenticate' | 'log'>,
  service: SubscriptionService,
  unreadBytesOf: (address: string) => UnreadBytes,
  reservationMs = RESERVATION_TIMEOUT_MS,
): EventStreams {
  const streams = new Map<string, EventStream>();

  /** Creates a stream that counts towards the limits of connections. */
  const create = async (client: StreamClient, onClosed: () => void): Promise<EventStream> => {
    const { caller } = client.principal;
    const { address } = client.credentials;
    const release = await service.acquire(address);
    const releaseKey = caller.kind === 'anonymous' ? () => undefined : service.acquireForKey(caller.name);
    if (!releaseKey) {
      release();
      throw tooManyConnections(CLOSE_REASONS.key_limit);
    }
    return createEventStream(client, {
      service,
      authenticate,
      log,
      unreadBytes: unreadBytesOf(address),
      onClosed() {
        release();
        releaseKey();
        onClosed();
      },
    });
  };

  return {
    async subscribe(client, request) {
      const stream = await create(client, () => undefined);
      try {
        await stream.subscribe(ONLY_OPERATION, request);
        return stream.open;
      } catch (error) {
        stream.close();
        throw error;
      }
    },
    async reserve(client) {
      const token = randomUUID();
      const stream = await create(client, () => void streams.delete(token));
      streams.set(token, stream);
      setTimeout(() => {
        if (!stream.isOpen) stream.close();
      }, reservationMs).unref();
      return token;
    },
    find: (token) => streams.get(token),
  };
}
