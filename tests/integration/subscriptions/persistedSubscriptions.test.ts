import { hash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Client, SubscribePayload } from 'graphql-ws';
import { type Stack, startStack } from '../../support/stack.ts';
import { createSubscriber, waitForSubscriptions } from '../../support/subscriber.ts';

let stack: Stack;
let client: Client;
beforeAll(async () => {
  stack = await startStack({ hasIndex: false });
  client = createSubscriber(stack.url);
});
afterAll(async () => {
  await client.dispose();
  await stack.close();
});

const QUERY = 'subscription { contentChanged { id } }';
const extensions = { persistedQuery: { version: 1, sha256Hash: hash('sha256', QUERY) } };

/** Starts a subscription. Resolves with the errors or the close event that ends it. */
const subscribe = (payload: object): Promise<unknown> =>
  new Promise((resolve) => {
    // The type requires `query`, the protocol of persisted queries does not.
    client.subscribe(payload as SubscribePayload, {
      next: () => undefined,
      error: resolve,
      complete: () => resolve(undefined),
    });
  });

test('subscription: names a persisted query without its document', async () => {
  expect(await subscribe({ extensions })).toMatchObject([
    { extensions: { code: 'PERSISTED_QUERY_NOT_FOUND' } },
  ]);
  void subscribe({ query: QUERY, extensions });
  await waitForSubscriptions(stack.url, 1);
  void subscribe({ extensions });
  await waitForSubscriptions(stack.url, 2);
});
