import { expect, test } from '@jest/globals';
import type { ExecutionArgs } from 'graphql';
import type { Logger } from 'pino';
import { within } from '../../../../tests/support/within.ts';
import { PUBLIC_AUDIENCE } from '../../../core/context.ts';
import type { SubscriptionRequest } from '../admitSubscription.ts';
import type { SubscriptionService } from '../subscriptionService.ts';
import type { StreamClient } from './eventStream.ts';
import { createEventStreams } from './eventStreams.ts';

const RESERVATION_MS = 50;
const CLIENT: StreamClient = {
  principal: {
    audience: PUBLIC_AUDIENCE,
    caller: { kind: 'anonymous', name: 'anonymous', address: '192.0.2.1' },
  },
  credentials: { headers: {}, address: '192.0.2.1' },
};
const REQUEST: SubscriptionRequest = { document: { text: '', hash: '', isById: false, isTrusted: false } };

/** Creates streams whose subscriptions have no events until they are ended. */
function createStreams() {
  const counts = { connections: 0, started: 0, subscriptions: 0 };
  const admission = Promise.withResolvers<void>();
  const service: Partial<SubscriptionService> = {
    async acquire() {
      counts.connections += 1;
      return () => {
        counts.connections -= 1;
      };
    },
    add() {},
    remove() {},
    execution: {
      async admit() {
        await admission.promise;
        return { schema: undefined } as unknown as ExecutionArgs;
      },
      async subscribe() {
        counts.started += 1;
        counts.subscriptions += 1;
        const ended = Promise.withResolvers<IteratorResult<never>>();
        const events: AsyncIterableIterator<never> = {
          next: () => ended.promise,
          async return() {
            counts.subscriptions -= 1;
            ended.resolve({ done: true, value: undefined });
            return ended.promise;
          },
          [Symbol.asyncIterator]: () => events,
        };
        return events;
      },
    },
  };
  const streams = createEventStreams(
    { authenticate: async () => CLIENT.principal, log: {} as Logger },
    service as SubscriptionService,
    () => ({ add: () => () => undefined }),
    RESERVATION_MS,
  );
  return { streams, counts, admit: admission.resolve };
}

test('event streams: release the connection of a reservation that is not opened', async () => {
  const { streams, counts } = createStreams();
  const token = await streams.reserve(CLIENT);
  expect(counts.connections).toBe(1);
  await within(1_000, () => expect(streams.find(token)).toBeUndefined());
  expect(counts.connections).toBe(0);
});

test('event streams: end a subscription whose stream ends while it is admitted', async () => {
  const { streams, counts, admit } = createStreams();
  const stream = streams.find(await streams.reserve(CLIENT));
  const subscribing = stream?.subscribe('a', REQUEST);
  stream?.close();
  const later = stream?.subscribe('b', REQUEST);
  admit();
  expect(await Promise.all([subscribing, later])).toEqual([undefined, undefined]);
  await within(500, () => expect(counts).toEqual({ connections: 0, started: 2, subscriptions: 0 }));
});

test('event streams: end a subscription that its client ends while it is admitted', async () => {
  const { streams, counts, admit } = createStreams();
  const stream = streams.find(await streams.reserve(CLIENT));
  const subscribing = stream?.subscribe('a', REQUEST);
  stream?.unsubscribe('a');
  const again = stream?.subscribe('a', REQUEST);
  admit();
  await Promise.all([subscribing, again]);
  await within(500, () => expect(counts).toMatchObject({ started: 2, subscriptions: 1 }));
  stream?.close();
  await within(500, () => expect(counts.subscriptions).toBe(0));
});
