import { hash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { createGateway } from '../../../gateway/app/gateway.ts';
import { openStorage } from '../../../gateway/app/storage.ts';
import { DRAIN_TIMEOUT_MS } from '../../../gateway/http/gracefulShutdown.ts';
import { type ApiKeys, createApiKeys } from '../../../gateway/services/auth/apiKeys.ts';
import type { Storage } from '../../../gateway/services/storage/storage.ts';
import { type Stack, startStack } from '../../support/stack.ts';
import { bearer } from '../../support/stackWithKeys.ts';
import { createEventStreamSubscriber, subscribe, waitForSubscriptions } from '../../support/subscriber.ts';
import { within } from '../../support/within.ts';

const RECONNECT_DELAY_MS = 50;

let stack: Stack;
let storage: Storage;
let apiKeys: ApiKeys;
beforeAll(async () => {
  stack = await startStack({ hasIndex: false, hasCache: false });
  await stack.connectWebhooks();
  storage = openStorage(stack.config, () => undefined);
  apiKeys = createApiKeys(storage.keys);
});
afterAll(async () => {
  await storage[Symbol.asyncDispose]();
  await stack.close();
});

const clients: ReturnType<typeof createEventStreamSubscriber>[] = [];
afterEach(async () => {
  for (const client of clients.splice(0)) client.dispose();
  await waitForSubscriptions(stack.url, 0);
  await within(500, async () => expect(await metric('trivium_subscription_connections')).toBe(0));
});

/** Creates a client, which is disposed after the test. */
function open(options: Parameters<typeof createEventStreamSubscriber>[1], url = stack.url) {
  const client = createEventStreamSubscriber(url, options);
  clients.push(client);
  return client;
}

const metric = async (name: string) => {
  const text = await (await fetch(`${stack.url}/metrics`)).text();
  return Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(text)?.[1]);
};
const executed = () => metric('trivium_subscription_messages_total\\{source="executed"\\}');

const CHANGES =
  'subscription { contentChanged(types: [FILM]) { documentId node { ... on Film { tagline } } } }';
const setTagline = (tagline: string) => stack.editor.patch('film-lorenz').set({ tagline }).commit();

describe.each([
  ['distinct connections', false, 3],
  ['single connection', true, 2],
])('subscription over server-sent events, %s', (_mode, singleConnection, connections) => {
  test('receives changes, which are read once for all subscriptions with the same request', async () => {
    const [first, second] = [open({ singleConnection }), open({ singleConnection })];
    const changes = [subscribe(first, CHANGES), subscribe(first, CHANGES), subscribe(second, CHANGES)];
    await waitForSubscriptions(stack.url, 3);
    expect(await metric('trivium_subscription_connections')).toBe(connections);
    for (const tagline of ['Streamed', 'Streamed again']) {
      const executedBefore = await executed();
      await stack.clearRequests();
      await setTagline(tagline);
      for (const subscription of changes)
        expect((await subscription.next()).data?.contentChanged.node).toEqual({ tagline });
      expect((await executed()) - executedBefore).toBe(1);
      const queries = (await stack.requests()).content.filter(({ path }) => path.includes('/data/query/'));
      expect(queries).toHaveLength(1);
    }
    changes[0]?.unsubscribe();
    await waitForSubscriptions(stack.url, 2);
    await setTagline('After one ended');
    for (const subscription of changes.slice(1)) await subscription.next();
    expect(changes[0]?.takeAll()).toEqual([]);
  });

  test('completes a query with its result', async () => {
    const films = subscribe(open({ singleConnection }), '{ films(first: 1) { nodes { slug } } }');
    expect((await films.next()).data?.films.nodes).toHaveLength(1);
    expect(await films.ended).toBeUndefined();
  });

  test('accepts the ids of documents', async () => {
    const extensions = { persistedQuery: { version: 1, sha256Hash: hash('sha256', CHANGES) } };
    const client = open({ singleConnection });
    subscribe(client, CHANGES, {}, { extensions });
    await waitForSubscriptions(stack.url, 1);
    subscribe(client, '', {}, { extensions });
    await waitForSubscriptions(stack.url, 2);
    subscribe(client, '', {}, { documentId: `sha256:${extensions.persistedQuery.sha256Hash}` });
    await waitForSubscriptions(stack.url, 3);
  });

  test('ends with an error when its key is revoked, and is not retried', async () => {
    const { key, secret } = await apiKeys.create({ name: 'leaving', scopes: ['read:published'] });
    const client = open({ singleConnection, headers: bearer(secret), retryMs: RECONNECT_DELAY_MS });
    const changes = subscribe(client, CHANGES);
    await waitForSubscriptions(stack.url);
    await apiKeys.revoke(key.id);
    const { errors } = await changes.next();
    expect(errors).toMatchObject([
      { message: expect.stringMatching(/revoked/), extensions: { code: 'UNAUTHENTICATED' } },
    ]);
    expect(await changes.ended).toBeUndefined();
  });

  test('has the scopes of its key', async () => {
    const editor = await apiKeys.create({ name: 'editor', scopes: ['read:published', 'read:drafts'] });
    const headers = { 'x-api-key': editor.secret, 'x-perspective': 'drafts' };
    const changes = subscribe(open({ singleConnection, headers }), CHANGES);
    await waitForSubscriptions(stack.url);
    const film = await stack.editor.getDocument('film-lorenz');
    await stack.editor.createOrReplace({ ...film, _id: 'drafts.film-lorenz', tagline: 'Unsaid' } as never);
    await setTagline('Said');
    expect((await changes.next()).data?.contentChanged.node).toEqual({ tagline: 'Unsaid' });
    await stack.editor.delete('drafts.film-lorenz');
  });

  test('ends with the error of a subscription that fails after its start', async () => {
    const watch = 'subscription { videoChanged(id: "VmlkZW86bWFkZXVw") { id } }';
    const failing = subscribe(open({ singleConnection }), watch);
    expect((await failing.next()).errors).toMatchObject([{ extensions: { code: 'NOT_FOUND' } }]);
    expect(await failing.ended).toBeUndefined();
  });

  test('connects again after a restart of the gateway', async () => {
    const stateDir = mkdtempSync(join(tmpdir(), 'trivium-streams-'));
    const config = { ...stack.config, stateDir };
    const gateway = await createGateway(config);
    const port = Number(new URL(gateway.url).port);
    const client = open({ singleConnection, retryMs: RECONNECT_DELAY_MS }, gateway.url);
    let restarted: typeof gateway | undefined;
    try {
      const changes = subscribe(client, CHANGES);
      await waitForSubscriptions(gateway.url);
      let hasTimedOut = false;
      const timer = setTimeout(() => {
        hasTimedOut = true;
      }, DRAIN_TIMEOUT_MS);
      await gateway.close();
      clearTimeout(timer);
      // Connections that are in use would delay it until the timeout.
      expect(hasTimedOut).toBe(false);
      restarted = await createGateway({ ...config, port });
      await waitForSubscriptions(restarted.url);
      await setTagline('After the restart');
      // A gateway without state can report earlier changes first.
      const tagline = async () => (await changes.next()).data?.contentChanged.node.tagline;
      await within(2_000, async () => expect(await tagline()).toBe('After the restart'));
    } finally {
      client.dispose();
      await restarted?.close();
      rmSync(stateDir, { recursive: true });
    }
  });
});
