import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import type { Client } from 'graphql-ws';
import { WebSocket } from 'ws';
import { newAddress } from '../../support/rateLimitedStack.ts';
import { type Stack, startStack } from '../../support/stack.ts';
import { createSubscriber, subscribe, waitForSubscriptions } from '../../support/subscriber.ts';
import { within } from '../../support/within.ts';

const SUBSCRIPTIONS_PER_CONNECTION = 30;
/** Executions of events at once for one address (`eventAdmission.ts`). */
const MAX_EXECUTIONS_AT_ONCE = 64;

let stack: Stack;
const clients: Client[] = [];
beforeAll(async () => {
  stack = await startStack({ hasIndex: false, hasCache: false, env: { TRUST_PROXY: '127.0.0.0/8' } });
  await stack.connectWebhooks();
});
afterEach(async () => {
  for (const client of clients.splice(0)) await client.dispose();
  await waitForSubscriptions(stack.url, 0);
});
afterAll(() => stack.close());

/** Opens a connection that a proxy forwards for the client at `address`. */
function connect(address: string): Client {
  const client = createSubscriber(stack.url, {
    webSocketImpl: class extends WebSocket {
      constructor(url: string, protocols: string | string[]) {
        super(url, protocols, { headers: { 'x-forwarded-for': address } });
      }
    },
  });
  clients.push(client);
  return client;
}

const changes = (alias: string) =>
  `subscription { contentChanged(types: [FILM]) { ${alias}: documentId node { ... on Film { tagline } } } }`;

const setTagline = (tagline: string) => stack.editor.patch('film-lorenz').set({ tagline }).commit();

const countMessages = async (source: 'executed' | 'shared') => {
  const metrics = await (await fetch(`${stack.url}/metrics`)).text();
  return Number(
    new RegExp(`trivium_subscription_messages_total\\{source="${source}"\\} (\\d+)`).exec(metrics)?.[1],
  );
};

describe('messages of an event', () => {
  test('are created once for all subscriptions with the same request', async () => {
    const subscriptions = [newAddress(), newAddress()].flatMap((address) => {
      const client = connect(address);
      return Array.from({ length: SUBSCRIPTIONS_PER_CONNECTION }, () =>
        subscribe(client, changes('documentId')),
      );
    });
    const other = subscribe(connect(newAddress()), changes('alias'));
    await waitForSubscriptions(stack.url, subscriptions.length + 1);
    for (const tagline of ['Once', 'Twice']) {
      const before = { executed: await countMessages('executed'), shared: await countMessages('shared') };
      await setTagline(tagline);
      const results = await Promise.all(subscriptions.map((subscription) => subscription.next()));
      for (const { data } of results) expect(data?.contentChanged.node).toEqual({ tagline });
      expect((await other.next()).data?.contentChanged.alias).toBe(
        results[0]?.data?.contentChanged.documentId,
      );
      expect(await countMessages('executed')).toBe(before.executed + 2);
      expect(await countMessages('shared')).toBe(before.shared + subscriptions.length - 1);
    }
  });

  test('wait if one address has many different requests, but not those of other addresses', async () => {
    const [busy, quiet] = [newAddress(), newAddress()];
    const subscriptions = [0, 1, 2].flatMap((connection) => {
      const client = connect(busy);
      return Array.from({ length: SUBSCRIPTIONS_PER_CONNECTION }, (_, n) =>
        subscribe(client, changes(`a${connection}x${n}`)),
      );
    });
    const other = subscribe(connect(quiet), changes('alias'));
    await waitForSubscriptions(stack.url, subscriptions.length + 1);
    let received = 0;
    const all = Promise.all(
      subscriptions.map(async (subscription) => {
        await subscription.next();
        received += 1;
      }),
    );
    const executedBefore = await countMessages('executed');
    await setTagline('Fair');
    await other.next();
    expect(received).toBeLessThan(MAX_EXECUTIONS_AT_ONCE);
    await all;
    expect(await countMessages('executed')).toBe(executedBefore + subscriptions.length + 1);
  });

  test('are not sent to a subscription that has ended', async () => {
    const client = connect(newAddress());
    const [kept, ended] = [subscribe(client, changes('documentId')), subscribe(client, changes('id'))];
    await waitForSubscriptions(stack.url, 2);
    ended.unsubscribe();
    await waitForSubscriptions(stack.url, 1);
    await setTagline('Late');
    expect((await kept.next()).data?.contentChanged.node).toEqual({ tagline: 'Late' });
    await within(500, () => expect(ended.takeAll()).toEqual([]));
  });
});
