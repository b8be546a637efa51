import { createHmac } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Client, ClientOptions } from 'graphql-ws';
import { WebSocket } from 'ws';
import { createGateway } from '../../../gateway/app/gateway.ts';
import { openStorage } from '../../../gateway/app/storage.ts';
import { type ApiKeys, createApiKeys } from '../../../gateway/services/auth/apiKeys.ts';
import type { Storage } from '../../../gateway/services/storage/storage.ts';
import { type House, openHouse } from '../../support/stack.ts';
import { subscribe, subscribed, subscriber } from '../../support/subscriber.ts';

let house: House;
let durable: Storage;
let ring: ApiKeys;
beforeAll(async () => {
  house = await openHouse({
    indexed: false,
    env: {
      MAX_SUBSCRIPTION_CONNECTIONS_PER_ADDRESS: '3',
      MAX_SUBSCRIPTION_CONNECTIONS_PER_KEY: '1',
      ANONYMOUS_ACCESS: 'off',
    },
  });
  durable = openStorage(house.config, () => undefined);
  ring = createApiKeys(durable.keys);
});
afterAll(async () => {
  await durable.close();
  await house.close();
});

const NEWS = 'subscription { contentChanged { id node { ... on Film { title } } } }';

/** Runs something with clients, which are closed whatever is found. */
async function withClients<T>(
  act: (open: (options?: Partial<ClientOptions>) => Client) => Promise<T>,
): Promise<T> {
  const clients: Client[] = [];
  try {
    return await act((options) => {
      const client = subscriber(house.url, options);
      clients.push(client);
      return client;
    });
  } finally {
    await Promise.all(clients.map((client) => client.dispose()));
    await subscribed(house.url, 0);
  }
}
const bearer = (secret: string) => ({ connectionParams: { Authorization: `Bearer ${secret}` } });
const reader = async (name = 'reader') => (await ring.create({ name, scopes: ['read:published'] })).secret;

describe('a connection', () => {
  test('without a key is refused where one is needed, and told why', () =>
    withClients(async (open) => {
      expect(await subscribe(open(), NEWS).over).toMatchObject({
        code: 4403,
        reason: expect.stringMatching(/expected a key/),
      });
      expect(await subscribe(open(bearer('tv_live_nonsense')), NEWS).over).toMatchObject({ code: 4403 });
    }));

  test('with a key in its address is refused, also where another key is good', () =>
    withClients(async (open) => {
      for (const query of ['access_token=anything', `q=${(await reader()).replaceAll('_', '%5F')}`]) {
        const url = `${house.url.replace('http', 'ws')}/graphql?${query}`;
        expect(await subscribe(open({ ...bearer(await reader()), url }), NEWS).over).toMatchObject({
          code: 4403,
          reason: expect.stringMatching(/expected no key in the URL/),
        });
      }
    }));

  test('ends with its key', () =>
    withClients(async (open) => {
      const { key, secret } = await ring.create({ name: 'leaving', scopes: ['read:published'] });
      const told = subscribe(open(bearer(secret)), NEWS);
      await subscribed(house.url);
      await ring.revoke(key.id);
      expect(await told.over).toMatchObject({ code: 4403, reason: expect.stringMatching(/revoked/) });
    }));

  test('reads what its key may read', () =>
    withClients(async (open) => {
      const secret = await reader();
      const drafts = { connectionParams: { 'X-Api-Key': secret, 'X-Perspective': 'drafts' } };
      expect(await subscribe(open(drafts), NEWS).over).toMatchObject({ code: 4403 });

      const editor = await ring.create({ name: 'editor', scopes: ['read:published', 'read:drafts'] });
      const told = subscribe(
        open({ connectionParams: { ...drafts.connectionParams, 'X-Api-Key': editor.secret } }),
        NEWS,
      );
      await subscribed(house.url);
      const film = await house.editor.getDocument('film-life');
      await house.editor.createOrReplace({ ...film, _id: 'drafts.film-life', title: 'Unsaid' } as never);
      await house.editor.patch('film-life').set({ tagline: 'Said' }).commit();
      expect((await told.next()).data?.contentChanged.node).toEqual({ title: 'Unsaid' });
    }));

  test('has a place of its key and of its address, and leaves it', () =>
    withClients(async (open) => {
      const [one, another] = [await reader('one'), await reader('another')];
      const first = open(bearer(one));
      const told = subscribe(first, NEWS);
      await subscribed(house.url);
      expect(await subscribe(open(bearer(one)), NEWS).over).toMatchObject({ code: 1013 });
      subscribe(open(bearer(another)), NEWS);
      await subscribed(house.url, 2);
      const idle = [new WebSocket(`${house.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws')];
      await new Promise((done) => idle[0]?.once('open', done));
      const refusal = await new Promise((done) =>
        new WebSocket(`${house.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws').once(
          'unexpected-response',
          (_, { statusCode }) => done(statusCode),
        ),
      );
      expect(refusal).toBe(429);
      idle[0]?.terminate();
      told.end();
      await first.dispose();
      await subscribed(house.url, 1);
      subscribe(open(bearer(one)), NEWS);
      await subscribed(house.url, 2);
    }));

  test('carries subscriptions alone, within the limits of every operation', () =>
    withClients(async (open) => {
      const client = open(bearer(await reader('limited')));
      const codes = async (query: string, variables = {}) => {
        const over = await subscribe(client, query, variables).over;
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
      expect(await codes(`subscription { contentChanged { id } videoStatus(id: "x") { id } }`)).toEqual([
        'GRAPHQL_VALIDATION_FAILED',
      ]);
      for (let n = 0; n < 32; n++) subscribe(client, NEWS);
      await subscribed(house.url, 32);
      expect(await codes(NEWS)).toEqual(['BAD_USER_INPUT']);
    }));

  test('that speaks another protocol, says nothing or says nonsense is ended', async () => {
    const url = `${house.url.replace('http', 'ws')}/graphql`;
    const ended = (socket: WebSocket, say?: string) =>
      new Promise((done) => {
        socket.on('open', () => say !== undefined && socket.send(say));
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
      await ended(new WebSocket(`${house.url.replace('http', 'ws')}/elsewhere`, 'graphql-transport-ws')),
    ).toBe('refused');
  });

  test('is told to come back when news has been missed', () =>
    withClients(async (open) => {
      const told = subscribe(open(bearer(await reader('missing'))), NEWS);
      await subscribed(house.url);
      const body = '{"_id":"of-no-type"}';
      const time = Date.now();
      const signature = createHmac('sha256', 'emulator-content-webhook')
        .update(`${time}.${body}`)
        .digest('base64url');
      await fetch(`${house.url}/webhooks/content`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'sanity-webhook-signature': `t=${time},v1=${signature}`,
        },
        body,
      });
      expect(await told.over).toMatchObject({ code: 1012, reason: expect.stringMatching(/missed/) });
    }));
});

test('a subscription over HTTP is told where to go', async () => {
  const answer = await fetch(`${house.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${await reader('lost')}` },
    body: JSON.stringify({ query: NEWS }),
  });
  const { errors } = await answer.json();
  expect(errors[0].extensions.code).toBe('NEEDS_WEBSOCKET');
});

test('a client outlives its gateway: it is told to come back, and hears again from the next', async () => {
  const stateDir = mkdtempSync(join(tmpdir(), 'trivium-live-'));
  const config = { ...house.config, access: { anonymous: true }, stateDir };
  const first = await createGateway(config);
  const port = Number(new URL(first.url).port);
  const closed: unknown[] = [];
  const client = subscriber(first.url, {
    retryAttempts: 500,
    retryWait: () => new Promise((done) => setTimeout(done, 50)),
    // A browser, too, tells of a refused connection by an error first.
    shouldRetry: () => true,
    on: { closed: (event) => closed.push(event) },
  });
  let second: typeof first | undefined;
  try {
    const told = subscribe(client, NEWS);
    await subscribed(first.url);
    const begun = performance.now();
    await first.close();
    expect(performance.now() - begun).toBeLessThan(5000);
    second = await createGateway({ ...config, port });
    await subscribed(second.url);
    expect(closed[0]).toMatchObject({ code: 1012 });
    await house.editor.patch('film-lorenz').set({ title: 'After the night' }).commit();
    expect((await told.next()).data?.contentChanged.node).toEqual({ title: 'After the night' });
  } finally {
    await client.dispose();
    await second?.close();
    rmSync(stateDir, { recursive: true });
  }
});
