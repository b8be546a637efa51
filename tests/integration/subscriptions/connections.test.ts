import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Client, ClientOptions } from 'graphql-ws';
import { WebSocket } from 'ws';
import { createGateway } from '../../../gateway/app/gateway.ts';
import { openStorage } from '../../../gateway/app/storage.ts';
import { type ApiKeys, createApiKeys } from '../../../gateway/services/auth/apiKeys.ts';
import type { Storage } from '../../../gateway/services/storage/storage.ts';
import { type Stack, startStack } from '../../support/stack.ts';
import { createSubscriber, subscribe, waitForSubscriptions } from '../../support/subscriber.ts';

let stack: Stack;
let storage: Storage;
let apiKeys: ApiKeys;
beforeAll(async () => {
  stack = await startStack({
    hasIndex: false,
    env: { ANONYMOUS_ACCESS: 'off' },
    config: {
      subscriptions: { maxConnections: 5000, maxConnectionsPerAddress: 3, maxConnectionsPerKey: 1 },
    },
  });
  storage = openStorage(stack.config, () => undefined);
  apiKeys = createApiKeys(storage.keys);
});
afterAll(async () => {
  await storage[Symbol.asyncDispose]();
  await stack.close();
});

const RECONNECT_DELAY_MS = 50;
const CHANGES = 'subscription { contentChanged { documentId node { ... on Film { title } } } }';

/** Runs `act` with a function that opens clients, and closes the clients afterwards. */
async function withClients<T>(
  act: (open: (options?: Partial<ClientOptions>) => Client) => Promise<T>,
): Promise<T> {
  const clients: Client[] = [];
  try {
    return await act((options) => {
      const client = createSubscriber(stack.url, options);
      clients.push(client);
      return client;
    });
  } finally {
    await Promise.all(clients.map((client) => client.dispose()));
    await waitForSubscriptions(stack.url, 0);
  }
}
const bearer = (secret: string) => ({ connectionParams: { Authorization: `Bearer ${secret}` } });
const reader = async (name = 'reader') => (await apiKeys.create({ name, scopes: ['read:published'] })).secret;

describe('subscription connection', () => {
  test('is rejected without a valid API key if anonymous access is off', () =>
    withClients(async (open) => {
      expect(await subscribe(open(), CHANGES).ended).toMatchObject({
        code: 4401,
        reason: expect.stringMatching(/expected a key/),
      });
      expect(await subscribe(open(bearer('tv_live_nonsense')), CHANGES).ended).toMatchObject({ code: 4401 });
    }));

  test('is not retried by graphql-ws when it is rejected', () =>
    withClients(async (open) => {
      let attempts = 0;
      const client = open({
        ...bearer('tv_live_nonsense'),
        retryAttempts: 5,
        on: {
          connecting() {
            attempts += 1;
          },
        },
      });
      expect(await subscribe(client, CHANGES).ended).toMatchObject({ code: 4401 });
      expect(attempts).toBe(1);
    }));

  test.each([
    [{ token: 'tv_live_x' }, 4400, /got "token"/],
    [{ headers: { Authorization: 'Bearer tv_live_x' } }, 4400, /got "headers"/],
    [{ 'X-Api-Key': 7 }, 4400, /x-api-key without a text/],
    [{ Authorization: 'tv_live_x' }, 4401, /Authorization: Bearer/],
    [{ Authorization: 'Basic eDp5' }, 4401, /Authorization: Bearer/],
  ])('is rejected with credentials in another format: %j', (connectionParams, code, reason) =>
    withClients(async (open) => {
      expect(await subscribe(open({ connectionParams }), CHANGES).ended).toMatchObject({
        code,
        reason: expect.stringMatching(reason),
      });
    }),
  );

  test('is rejected with a key in the URL, even if another key is valid', () =>
    withClients(async (open) => {
      for (const query of ['access_token=anything', `q=${(await reader()).replaceAll('_', '%5F')}`]) {
        const url = `${stack.url.replace('http', 'ws')}/graphql?${query}`;
        expect(await subscribe(open({ ...bearer(await reader()), url }), CHANGES).ended).toMatchObject({
          code: 4400,
          reason: expect.stringMatching(/expected no key in the URL/),
        });
      }
    }));

  test('is closed when its key is revoked', () =>
    withClients(async (open) => {
      const { key, secret } = await apiKeys.create({ name: 'leaving', scopes: ['read:published'] });
      const changes = subscribe(open(bearer(secret)), CHANGES);
      await waitForSubscriptions(stack.url);
      await apiKeys.revoke(key.id);
      expect(await changes.ended).toMatchObject({ code: 4401, reason: expect.stringMatching(/revoked/) });
    }));

  test('has the scopes of its key', () =>
    withClients(async (open) => {
      const secret = await reader();
      const drafts = { connectionParams: { 'X-Api-Key': secret, 'X-Perspective': 'drafts' } };
      expect(await subscribe(open(drafts), CHANGES).ended).toMatchObject({ code: 4401 });

      const editor = await apiKeys.create({ name: 'editor', scopes: ['read:published', 'read:drafts'] });
      const changes = subscribe(
        open({ connectionParams: { ...drafts.connectionParams, 'X-Api-Key': editor.secret } }),
        CHANGES,
      );
      await waitForSubscriptions(stack.url);
      const film = await stack.editor.getDocument('film-life');
      await stack.editor.createOrReplace({ ...film, _id: 'drafts.film-life', title: 'Unsaid' } as never);
      await stack.editor.patch('film-life').set({ tagline: 'Said' }).commit();
      expect((await changes.next()).data?.contentChanged.node).toEqual({ title: 'Unsaid' });
    }));

  test('counts towards the limits of its key and its address until it is closed', () =>
    withClients(async (open) => {
      const [one, other] = [await reader('one'), await reader('other')];
      const first = open(bearer(one));
      const changes = subscribe(first, CHANGES);
      await waitForSubscriptions(stack.url);
      expect(await subscribe(open(bearer(one)), CHANGES).ended).toMatchObject({ code: 1013 });
      subscribe(open(bearer(other)), CHANGES);
      await waitForSubscriptions(stack.url, 2);
      const idle = [new WebSocket(`${stack.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws')];
      await new Promise((done) => idle[0]?.once('open', done));
      const rejectedStatus = await new Promise((done) =>
        new WebSocket(`${stack.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws').once(
          'unexpected-response',
          (_, { statusCode }) => done(statusCode),
        ),
      );
      expect(rejectedStatus).toBe(429);
      idle[0]?.terminate();
      changes.unsubscribe();
      await first.dispose();
      await waitForSubscriptions(stack.url, 1);
      subscribe(open(bearer(one)), CHANGES);
      await waitForSubscriptions(stack.url, 2);
    }));

  test('accepts only subscriptions within the operation limits', () =>
    withClients(async (open) => {
      const client = open(bearer(await reader('limited')));
      const codes = async (query: string, variables = {}) => {
        const over = await subscribe(client, query, variables).ended;
        return (over as { extensions: { code: string } }[]).map(({ extensions }) => extensions.code);
      };
      const films = (inner: string) =>
        `films(first: 100) { nodes { articles(first: 100) { nodes { ${inner} } } } }`;
      const node = (inner: string) =>
        `subscription { contentChanged { node { ... on Topic { ${inner} } } } }`;
      let deep = 'title';
      for (let n = 0; n < 6; n++) deep = `topics { ... on Topic { films { nodes { ${deep} } } } }`;
      expect(await codes('{ films { totalCount } }')).toEqual(['BAD_USER_INPUT']);
      expect(await codes('subscription { nothing }')).toEqual(['GRAPHQL_VALIDATION_FAILED']);
      expect(await codes('subscription {')).toEqual(['GRAPHQL_PARSE_FAILED']);
      expect(await codes(node(films(films('id'))))).not.toEqual([]);
      expect(
        await codes(`subscription { contentChanged { documentId } videoChanged(id: "x") { id } }`),
      ).toEqual(['GRAPHQL_VALIDATION_FAILED']);
      for (let n = 0; n < 32; n++) subscribe(client, CHANGES);
      await waitForSubscriptions(stack.url, 32);
      expect(await codes(CHANGES)).toEqual(['BAD_USER_INPUT']);
    }));

  test('rejects a subscription without a field, and keeps the others', () =>
    withClients(async (open) => {
      const client = open(bearer(await reader('skipping')));
      const changes = subscribe(client, CHANGES);
      await waitForSubscriptions(stack.url, 1);
      for (const [selection, variables] of [
        ['contentChanged @skip(if: true) { documentId }', {}],
        ['contentChanged @include(if: $no) { documentId }', {}],
        ['contentChanged @skip(if: $yes) { documentId }', { yes: true }],
        ['... @skip(if: true) { contentChanged { documentId } }', {}],
        ['...Changes @include(if: $no)', {}],
      ] as const) {
        const fragment = selection.includes('...Changes')
          ? 'fragment Changes on Subscription { contentChanged { documentId } }'
          : '';
        const parameters = ['no', 'yes'].filter((name) => selection.includes(`$${name}`));
        const declared = parameters.map((name) => `$${name}: Boolean = ${name === 'yes'}`).join(', ');
        const query = `subscription ${declared && `(${declared})`} { ${selection} } ${fragment}`;
        expect(await subscribe(client, query, variables).ended).toMatchObject([
          {
            message: expect.stringContaining('expected a subscription whose root field has no condition'),
            extensions: { code: 'GRAPHQL_VALIDATION_FAILED' },
          },
        ]);
      }
      await stack.editor.patch('film-lorenz').set({ tagline: 'Skipped' }).commit();
      expect((await changes.next()).data?.contentChanged.documentId).toBeDefined();
    }));

  test('is closed if it violates the protocol', async () => {
    const url = `${stack.url.replace('http', 'ws')}/graphql`;
    const ended = (socket: WebSocket, message?: string) =>
      new Promise((done) => {
        socket.on('open', () => message !== undefined && socket.send(message));
        socket.once('close', (code) => done(code));
        socket.once('error', () => done('refused'));
      });
    expect(await ended(new WebSocket(url, 'graphql-transport-ws'), 'nonsense')).toBe(4400);
    expect(await ended(new WebSocket(url, 'graphql-transport-ws'), 'x'.repeat(200_000))).toBe(1009);
    expect(
      await ended(
        new WebSocket(url, 'graphql-transport-ws'),
        '{"type":"subscribe","id":"1","payload":{"query":"{ a }"}}',
      ),
    ).toBe(4401);
    expect(await ended(new WebSocket(url, 'something-else'))).toBe('refused');
    expect(
      await ended(new WebSocket(`${stack.url.replace('http', 'ws')}/elsewhere`, 'graphql-transport-ws')),
    ).toBe('refused');
  });

  test('is closed with 1012 if changes were missed', () =>
    withClients(async (open) => {
      const changes = subscribe(open(bearer(await reader('missing'))), CHANGES);
      await waitForSubscriptions(stack.url);
      await stack.control('content', 'POST', 'streams', { action: 'restart' });
      expect(await changes.ended).toMatchObject({ code: 1012, reason: expect.stringMatching(/missed/) });
    }));
});

test('subscription over HTTP: is rejected with NEEDS_SUBSCRIPTION_TRANSPORT', async () => {
  const response = await fetch(`${stack.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${await reader('lost')}` },
    body: JSON.stringify({ query: CHANGES }),
  });
  const { errors } = await response.json();
  expect(errors[0].extensions.code).toBe('NEEDS_SUBSCRIPTION_TRANSPORT');
});

test('subscription client: reconnects after a restart of the gateway', async () => {
  const stateDir = mkdtempSync(join(tmpdir(), 'trivium-live-'));
  const config = { ...stack.config, access: { allowsAnonymous: true }, stateDir };
  const first = await createGateway(config);
  const port = Number(new URL(first.url).port);
  const closed: unknown[] = [];
  const client = createSubscriber(first.url, {
    retryAttempts: 500,
    retryWait: () => sleep(RECONNECT_DELAY_MS),
    // A refused connection causes an error event before the close event, as in a browser.
    shouldRetry: () => true,
    on: { closed: (event) => closed.push(event) },
  });
  let second: typeof first | undefined;
  try {
    const changes = subscribe(client, CHANGES);
    await waitForSubscriptions(first.url);
    await first.close();
    second = await createGateway({ ...config, port });
    await waitForSubscriptions(second.url);
    expect(closed[0]).toMatchObject({ code: 1012 });
    await stack.editor.patch('film-lorenz').set({ title: 'After the restart' }).commit();
    expect((await changes.next()).data?.contentChanged.node).toEqual({ title: 'After the restart' });
  } finally {
    await client.dispose();
    await second?.close();
    rmSync(stateDir, { recursive: true });
  }
});
