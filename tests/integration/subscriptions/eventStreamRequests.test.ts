import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { openStorage } from '../../../gateway/app/storage.ts';
import { type ApiKeys, createApiKeys } from '../../../gateway/services/auth/apiKeys.ts';
import type { Storage } from '../../../gateway/services/storage/storage.ts';
import { type EventStream, openEventStream } from '../../conformance/shared/eventStreamReader.ts';
import { eventually } from '../../support/eventually.ts';
import { newAddress } from '../../support/rateLimitedStack.ts';
import { type Stack, startStack } from '../../support/stack.ts';
import { bearer } from '../../support/stackWithKeys.ts';
import { waitForSubscriptions } from '../../support/subscriber.ts';

const MAX_PER_ADDRESS = 3;
const POINTS = 4_000;

let stack: Stack;
let storage: Storage;
let apiKeys: ApiKeys;
beforeAll(async () => {
  const now = Date.now();
  stack = await startStack({
    hasIndex: false,
    now: () => now,
    env: {
      TRUST_PROXY: '127.0.0.0/8',
      MAX_SUBSCRIPTION_CONNECTIONS_PER_ADDRESS: String(MAX_PER_ADDRESS),
      MAX_SUBSCRIPTION_CONNECTIONS_PER_KEY: '1',
      MAX_RESPONSE_MB: '1',
      RATE_LIMIT_ANONYMOUS: `${POINTS}/1`,
      RATE_LIMIT_KEY: 'off',
    },
  });
  storage = openStorage(stack.config, () => undefined);
  apiKeys = createApiKeys(storage.keys);
});
afterAll(async () => {
  await storage.close();
  await stack.close();
});

const opened: EventStream[] = [];
afterEach(async () => {
  for (const stream of opened.splice(0)) stream.close();
  await waitForSubscriptions(stack.url, 0);
});

const CHANGES = 'subscription { contentChanged { id } }';
const TOKEN = 'x-graphql-event-stream-token';
const JSON_HEADERS = { 'content-type': 'application/json' };

/** Returns the headers of a client with an address of its own. */
const newClient = (headers: Record<string, string> = {}) => ({
  'x-forwarded-for': newAddress(),
  ...headers,
});

/** Sends an operation with a stream of its own. */
async function stream(body: object, headers: Record<string, string> = newClient()): Promise<EventStream> {
  const found = await openEventStream(`${stack.url}/graphql`, headers, body);
  opened.push(found);
  return found;
}

/** Sends a request, and returns its status, its headers and the code of its error. */
async function send(path: string, init: RequestInit) {
  const response = await fetch(`${stack.url}${path}`, init);
  const text = await response.text();
  const code = /"code":"(\w+)"/.exec(text)?.[1];
  return { status: response.status, headers: response.headers, code, text };
}
const reserve = (headers: Record<string, string>) => send('/graphql/stream', { method: 'PUT', headers });
const post = (body: object, headers: Record<string, string>) =>
  send('/graphql/stream', {
    method: 'POST',
    headers: { ...JSON_HEADERS, ...headers },
    body: JSON.stringify(body),
  });

/** Reserves and opens a stream for several operations. @returns the headers of its further requests */
async function openShared(headers: Record<string, string> = newClient()) {
  const token = (await reserve(headers)).text;
  const found = await openEventStream(`${stack.url}/graphql/stream`, { ...headers, [TOKEN]: token });
  opened.push(found);
  return { stream: found, headers: { ...headers, [TOKEN]: token } };
}

describe('event stream of one operation', () => {
  test('is not stored, compressed or collected, and pages of all origins can read it', async () => {
    const { status, headers, close } = await stream(
      { query: CHANGES },
      newClient({ 'accept-encoding': 'gzip, br', origin: 'https://reader.example' }),
    );
    expect(status).toBe(200);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
      'access-control-allow-origin': '*',
      'x-content-type-options': 'nosniff',
      'x-request-id': expect.any(String),
    });
    expect(headers.get('content-encoding')).toBeNull();
    close();
  });

  test('has a kind of its own in the metrics, and no error status when its client ends it', async () => {
    const found = await stream({ query: CHANGES });
    await waitForSubscriptions(stack.url, 1);
    found.close();
    await eventually(async () => {
      const metrics = await (await fetch(`${stack.url}/metrics`)).text();
      const kinds = metrics.match(/trivium_request_duration_seconds_count\{kind="stream".*(?= )/g);
      expect(kinds).toEqual(['trivium_request_duration_seconds_count{kind="stream",status="2xx"}']);
    });
  });

  test('can be requested by GET', async () => {
    const url = `${stack.url}/graphql?query=${encodeURIComponent(CHANGES)}`;
    const found = await openEventStream(url, newClient());
    await waitForSubscriptions(stack.url, 1);
    await stack.editor.patch('film-lorenz').set({ tagline: 'By GET' }).commit();
    expect(await found.next()).toMatchObject({ event: 'next', data: { data: { contentChanged: {} } } });
    found.close();
  });

  test.each<[string, object, string | object]>([
    ['a query', { query: '{ __typename }' }, { data: { __typename: 'Query' } }],
    ['an unknown field', { query: 'subscription { nothing }' }, 'GRAPHQL_VALIDATION_FAILED'],
    ['a syntax error', { query: 'subscription {' }, 'GRAPHQL_PARSE_FAILED'],
    ['an invalid query', { query: '{ nothing }' }, 'GRAPHQL_VALIDATION_FAILED'],
    [
      'a query beside a subscription',
      { query: 'query A { __typename } subscription B { contentChanged { id } }', operationName: 'A' },
      'BAD_USER_INPUT',
    ],
    ['a field without its scope', { query: '{ indexStatus { __typename } }' }, 'FORBIDDEN'],
  ])('has one result and ends: %s', async (_, operation, expected) => {
    const found = await stream(operation);
    const { event, data } = await found.next();
    expect([found.status, event]).toEqual([200, 'next']);
    if (typeof expected === 'string') expect(data.errors[0].extensions.code).toBe(expected);
    else expect(data).toEqual(expected);
    expect(await found.next()).toEqual({ event: 'complete', data: undefined });
    expect(await found.rest()).toBe('');
  });

  test('reports an unknown document id as its result', async () => {
    const found = await stream({ documentId: `sha256:${'0'.repeat(64)}` });
    const { data } = await found.next();
    expect(data.errors[0].extensions.code).toBe('PERSISTED_QUERY_NOT_FOUND');
  });

  test.each<[string, object | string, Record<string, string>, number, string]>([
    ['an invalid key', { query: CHANGES }, { 'x-api-key': 'tv_live_x' }, 401, 'UNAUTHENTICATED'],
    ['drafts without a key', { query: CHANGES }, { 'x-perspective': 'drafts' }, 403, 'FORBIDDEN'],
    ['no document', {}, {}, 422, 'BAD_REQUEST'],
    ['a body that is no JSON', '{', {}, 400, 'BAD_REQUEST'],
    ['another media type', { query: CHANGES }, { accept: 'text/css' }, 406, 'BAD_REQUEST'],
  ])('is no stream for a wrong request: %s', async (_, body, headers, status, code) => {
    const response = await send('/graphql', {
      method: 'POST',
      headers: { accept: 'text/event-stream', ...JSON_HEADERS, ...newClient(headers) },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
    expect(response).toMatchObject({ status, code });
    expect(response.headers.get('content-type')).toMatch(/^application\/json/);
  });

  test('is chosen only if the client prefers it', async () => {
    const accept = (value: string) =>
      send('/graphql?query={__typename}', { headers: newClient({ accept: value }) });
    const typeFor = async (value: string) => (await accept(value)).headers.get('content-type');
    expect(await typeFor('text/event-stream, multipart/mixed')).toMatch(/^text\/event-stream/);
    expect(await typeFor('application/json, text/event-stream')).toMatch(/^application\/json/);
    expect(await typeFor('*/*')).toMatch(/^application\/graphql-response/);
  });

  test('costs the bytes of a cached result, also with an entity tag', async () => {
    const headers = newClient({ 'if-none-match': '*' });
    const remaining = async () => {
      const { text } = await send('/graphql?query={rateLimit{remaining}}', { headers });
      return JSON.parse(text).data.rateLimit.remaining;
    };
    const url = `${stack.url}/graphql?query={articles(first:3){nodes{body{plainText}}}}`;
    const read = async () => (await (await openEventStream(url, headers)).rest()).length;
    const bytes = await read();
    const before = await remaining();
    expect(await read()).toBe(bytes);
    expect(before - (await remaining())).toBeGreaterThan(bytes / 2_048);
    expect(bytes).toBeGreaterThan(5_000);
  });

  test('is named in the error of a subscription in another request', async () => {
    const response = await send(`/graphql?query=${encodeURIComponent(CHANGES)}`, { headers: newClient() });
    expect(response.code).toBe('NEEDS_SUBSCRIPTION_TRANSPORT');
    expect(response.text).toMatch(/graphql-transport-ws.*text\/event-stream/);
  });

  test('is rejected with 429 when the points of the caller are used up', async () => {
    const headers = newClient();
    const invalid = { query: `subscription { ${'x'.repeat(19_000)} }` };
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 10 && statuses.at(-1) !== 429; attempt++) {
      const found = await stream(invalid, headers);
      statuses.push(found.status);
      found.close();
      if (found.status === 429) expect(Number(found.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    expect(new Set(statuses)).toEqual(new Set([200, 429]));
  });

  test('ends with a comment and without `complete` when changes were missed', async () => {
    const found = await stream({ query: CHANGES });
    await waitForSubscriptions(stack.url, 1);
    const body = '{"_id":"of-no-type"}';
    const time = Date.now();
    const signature = createHmac('sha256', 'emulator-content-webhook')
      .update(`${time}.${body}`)
      .digest('base64url');
    await fetch(`${stack.url}/webhooks/content`, {
      method: 'POST',
      headers: { ...JSON_HEADERS, 'sanity-webhook-signature': `t=${time},v1=${signature}` },
      body,
    });
    const text = await found.rest();
    expect(text).toMatch(/: changes were missed; connect again/);
    expect(text).not.toContain('complete');
  });
});

describe('event stream of several operations', () => {
  test('sends the events of each operation with its id', async () => {
    const { stream: shared, headers } = await openShared();
    const subscription = { query: CHANGES, extensions: { operationId: 'changes' } };
    expect(await post(subscription, headers)).toMatchObject({ status: 202, text: '' });
    const query = { query: '{ __typename }', extensions: { operationId: 'query' } };
    expect(await post(query, headers)).toMatchObject({ status: 202 });
    const payload = { data: { __typename: 'Query' } };
    expect(await shared.next()).toEqual({ event: 'next', data: { id: 'query', payload } });
    expect(await shared.next()).toEqual({ event: 'complete', data: { id: 'query' } });
    await stack.editor.patch('film-lorenz').set({ tagline: 'Shared' }).commit();
    expect(await shared.next()).toMatchObject({ event: 'next', data: { id: 'changes' } });
    const stop = { method: 'DELETE', headers };
    expect(await send('/graphql/stream?operationId=changes', stop)).toMatchObject({ status: 200 });
    await waitForSubscriptions(stack.url, 0);
    expect(await post(subscription, headers)).toMatchObject({ status: 202 });
  });

  test('keeps the results of operations until it is opened, with its token in the URL', async () => {
    const headers = newClient();
    const { text: token } = await reserve(headers);
    const query = { query: '{ __typename }', extensions: { operationId: 'early' } };
    expect(await post(query, { ...headers, [TOKEN]: token })).toMatchObject({ status: 202 });
    const shared = await openEventStream(`${stack.url}/graphql/stream?token=${token}`, headers);
    opened.push(shared);
    expect(await shared.next()).toMatchObject({ event: 'next', data: { id: 'early' } });
  });

  test.each<[string, object, number, string]>([
    ['no operationId', { query: CHANGES }, 422, 'BAD_REQUEST'],
    [
      'a long operationId',
      { query: CHANGES, extensions: { operationId: 'x'.repeat(101) } },
      422,
      'BAD_REQUEST',
    ],
    ['an id in use', { query: CHANGES, extensions: { operationId: 'used' } }, 409, 'CONFLICT'],
    ['no document', { extensions: { operationId: 'a' } }, 422, 'BAD_REQUEST'],
    [
      'an unknown field',
      { query: 'subscription { nothing }', extensions: { operationId: 'a' } },
      422,
      'GRAPHQL_VALIDATION_FAILED',
    ],
    [
      'a syntax error',
      { query: 'subscription {', extensions: { operationId: 'a' } },
      400,
      'GRAPHQL_PARSE_FAILED',
    ],
  ])('rejects a wrong operation: %s', async (_, body, status, code) => {
    const { headers } = await openShared();
    await post({ query: CHANGES, extensions: { operationId: 'used' } }, headers);
    expect(await post(body, headers)).toMatchObject({ status, code });
  });

  test('rejects more than 32 subscriptions', async () => {
    const { headers } = await openShared(newClient(bearer(await secretOf('busy'))));
    for (let n = 0; n < 32; n++)
      expect(await post({ query: CHANGES, extensions: { operationId: `${n}` } }, headers)).toMatchObject({
        status: 202,
      });
    expect(await post({ query: CHANGES, extensions: { operationId: 'last' } }, headers)).toMatchObject({
      status: 422,
      code: 'BAD_USER_INPUT',
    });
  });

  test('rejects unknown tokens and a second connection', async () => {
    const { headers } = await openShared();
    expect(await send('/graphql/stream', { headers })).toMatchObject({ status: 409, code: 'CONFLICT' });
    const unknown = newClient({ [TOKEN]: 'unknown' });
    for (const method of ['GET', 'DELETE'])
      expect(await send('/graphql/stream', { method, headers: unknown })).toMatchObject({
        status: 404,
        code: 'NOT_FOUND',
      });
    expect(await post({ query: CHANGES }, unknown)).toMatchObject({ status: 404, code: 'NOT_FOUND' });
    const patch = await send('/graphql/stream', { method: 'PATCH', headers });
    expect(patch).toMatchObject({ status: 405, code: 'METHOD_NOT_ALLOWED' });
    expect(patch.headers.get('allow')).toBe('GET, POST, PUT, DELETE, OPTIONS');
  });

  test('ends when its client disconnects', async () => {
    const { stream: shared, headers } = await openShared();
    await post({ query: CHANGES, extensions: { operationId: 'a' } }, headers);
    await waitForSubscriptions(stack.url, 1);
    shared.close();
    await waitForSubscriptions(stack.url, 0);
    expect(await post({ query: CHANGES, extensions: { operationId: 'b' } }, headers)).toMatchObject({
      status: 404,
    });
  });

  test('can be used by pages of other origins', async () => {
    for (const method of ['PUT', 'DELETE']) {
      const { status, headers } = await send('/graphql/stream', {
        method: 'OPTIONS',
        headers: {
          origin: 'https://reader.example',
          'access-control-request-method': method,
          'access-control-request-headers': TOKEN,
        },
      });
      expect(status).toBe(204);
      expect(headers.get('access-control-allow-methods')).toContain(method);
      expect(headers.get('access-control-allow-headers')).toContain(TOKEN);
    }
  });
});

describe('connection limits of event streams', () => {
  test('count streams of an address, and reservations', async () => {
    const headers = newClient();
    const streams = [await stream({ query: CHANGES }, headers), await stream({ query: CHANGES }, headers)];
    expect((await reserve(headers)).status).toBe(201);
    const rejected = await reserve(headers);
    expect(rejected).toMatchObject({ status: 429, code: 'TOO_MANY_CONNECTIONS' });
    expect(rejected.headers.get('retry-after')).toBe('10');
    expect((await stream({ query: CHANGES }, headers)).status).toBe(429);
    // A query needs no connection of its own.
    expect((await stream({ query: '{ __typename }' }, headers)).status).toBe(200);
    streams[0]?.close();
    await eventually(async () => expect((await stream({ query: CHANGES }, headers)).status).toBe(200));
  });

  test('count streams of a key', async () => {
    const key = bearer(await secretOf('one'));
    const first = await stream({ query: CHANGES }, newClient(key));
    expect((await stream({ query: CHANGES }, newClient(key))).status).toBe(429);
    first.close();
    await eventually(async () => expect((await reserve(newClient(key))).status).toBe(201));
  });

  test('release the connection of a rejected subscription', async () => {
    const headers = newClient();
    for (let n = 0; n <= MAX_PER_ADDRESS; n++)
      expect((await stream({ query: 'subscription { nothing }' }, headers)).status).toBe(200);
  });
});

test('event stream: ends if its client does not read results', async () => {
  const articles = 'articles(first: 20) { nodes { body { json plainText } } }';
  const query = `{ ${Array.from({ length: 3 }, (_, n) => `a${n}: ${articles}`).join(' ')} }`;
  const headers = newClient(bearer(await secretOf('slow')));
  const { text: token } = await reserve(headers);
  const socket = connect(Number(new URL(stack.url).port), '127.0.0.1');
  socket.on('error', () => undefined);
  try {
    socket.write(`GET /graphql/stream?token=${token} HTTP/1.1\r\nhost: x\r\n\r\n`);
    await once(socket, 'data');
    socket.pause();
    let status = 202;
    for (let n = 0; n < 200 && status === 202; n++)
      ({ status } = await post(
        { query, extensions: { operationId: String(n) } },
        { ...headers, [TOKEN]: token },
      ));
    expect([404, 429]).toContain(status);
    const metrics = await (await fetch(`${stack.url}/metrics`)).text();
    expect(metrics).toContain('trivium_subscription_connections_closed_total{reason="slow_client"} 1');
  } finally {
    socket.destroy();
  }
});

const secretOf = async (name: string) => (await apiKeys.create({ name, scopes: ['read:published'] })).secret;
