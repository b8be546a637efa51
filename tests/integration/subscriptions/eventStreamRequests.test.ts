import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { openEventStream } from '../../conformance/shared/eventStreamReader.ts';
import type { Stack } from '../../support/stack.ts';
import { bearer } from '../../support/stackWithKeys.ts';
import { waitForSubscriptions } from '../../support/subscriber.ts';
import { within } from '../../support/within.ts';
import {
  CHANGES,
  type EventStreamStack,
  JSON_HEADERS,
  MAX_PER_ADDRESS,
  newClient,
  startEventStreamStack,
  TOKEN,
} from './testing/eventStreamStack.ts';

let server: EventStreamStack;
let stack: Stack;
beforeAll(async () => {
  server = await startEventStreamStack();
  ({ stack } = server);
});
afterAll(() => server.close());
afterEach(() => server.closeStreams());

describe('event stream of one operation', () => {
  test('is not stored, compressed or collected, and pages of all origins can read it', async () => {
    const { status, headers, close } = await server.stream(
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
    const found = await server.stream({ query: CHANGES });
    await waitForSubscriptions(stack.url, 1);
    found.close();
    await within(500, async () => {
      const metrics = await (await fetch(`${stack.url}/metrics`)).text();
      const kinds = metrics.match(/trivium_request_duration_seconds_count\{kind="stream".*(?= )/g);
      expect(kinds).toEqual(['trivium_request_duration_seconds_count{kind="stream",status="2xx"}']);
    });
  });

  test('can be requested by GET', async () => {
    const found = await server.open(`/graphql?query=${encodeURIComponent(CHANGES)}`, newClient());
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
      {
        query: 'query A { __typename } subscription B { contentChanged { documentId } }',
        operationName: 'A',
      },
      { data: { __typename: 'Query' } },
    ],
    [
      'a query with the word subscription as its name and in a comment',
      { query: '# no subscription { }\nquery subscription { __typename }' },
      { data: { __typename: 'Query' } },
    ],
    [
      'a query with the word subscription as an alias and in a string',
      { query: '{ subscription: film(by: { slug: "no subscription { }" }) { slug } }' },
      { data: { subscription: null } },
    ],
    [
      'a subscription with a condition',
      { query: 'subscription { contentChanged @skip(if: true) { documentId } }' },
      'GRAPHQL_VALIDATION_FAILED',
    ],
    ['an unknown operation name', { query: CHANGES, operationName: 'B' }, 'OPERATION_RESOLUTION_FAILURE'],
    ['a field without its scope', { query: '{ indexStatus { __typename } }' }, 'FORBIDDEN'],
  ])('has one result and ends: %s', async (_, operation, expected) => {
    const found = await server.stream(operation);
    const { event, data } = await found.next();
    expect([found.status, event]).toEqual([200, 'next']);
    if (typeof expected === 'string') expect(data.errors[0].extensions.code).toBe(expected);
    else expect(data).toEqual(expected);
    expect(await found.next()).toEqual({ event: 'complete', data: undefined });
    expect(await found.rest()).toBe('');
  });

  test('charges a query with the word subscription as any other', async () => {
    /** Returns the points that a new client has used during its first, second and third query. */
    const usedBy = async (name: string) => {
      const headers = newClient();
      const used: number[] = [];
      for (const _ of [1, 2, 3]) {
        const found = await server.stream({ query: `query ${name} { rateLimit { used } }` }, headers);
        used.push((await found.next()).data.data.rateLimit.used);
      }
      return used;
    };
    const used = await usedBy('subscription');
    expect(used).toEqual(await usedBy('descriptions'));
    // The document is read once.
    expect(used[0]).toBeGreaterThan(20);
    expect((used[2] ?? 0) - (used[1] ?? 0)).toBeLessThan(20);
  });

  test('reports an unknown document id as its result', async () => {
    const found = await server.stream({ documentId: `sha256:${'0'.repeat(64)}` });
    const { data } = await found.next();
    expect(data.errors[0].extensions.code).toBe('PERSISTED_QUERY_NOT_FOUND');
  });

  test.each<[string, object | string, Record<string, string>, number, string]>([
    ['an invalid key', { query: CHANGES }, { 'x-api-key': 'tv_live_x' }, 401, 'UNAUTHENTICATED'],
    ['drafts without a key', { query: CHANGES }, { 'x-perspective': 'drafts' }, 403, 'FORBIDDEN'],
    ['no document', {}, {}, 422, 'BAD_GRAPHQL_REQUEST'],
    ['a body that is no JSON', '{', {}, 400, 'BAD_REQUEST'],
    ['another media type', { query: CHANGES }, { accept: 'text/css' }, 406, 'NOT_ACCEPTABLE'],
  ])('is no stream for a wrong request: %s', async (_, body, headers, status, code) => {
    const response = await server.send('/graphql', {
      method: 'POST',
      headers: { accept: 'text/event-stream', ...JSON_HEADERS, ...newClient(headers) },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
    expect(response).toMatchObject({ status, code });
    expect(response.headers.get('content-type')).toMatch(/^application\/json/);
  });

  test('is chosen only if the client prefers it', async () => {
    const accept = (value: string) =>
      server.send('/graphql?query={__typename}', { headers: newClient({ accept: value }) });
    const typeFor = async (value: string) => (await accept(value)).headers.get('content-type');
    expect(await typeFor('text/event-stream, multipart/mixed')).toMatch(/^text\/event-stream/);
    expect(await typeFor('application/json, text/event-stream')).toMatch(/^application\/json/);
    expect(await typeFor('*/*')).toMatch(/^application\/graphql-response/);
  });

  test('costs the bytes of a cached result, also with an entity tag', async () => {
    const headers = newClient({ 'if-none-match': '*' });
    const remaining = async () => {
      const { text } = await server.send('/graphql?query={rateLimit{remaining}}', { headers });
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
    const response = await server.send(`/graphql?query=${encodeURIComponent(CHANGES)}`, {
      headers: newClient(),
    });
    expect(response.code).toBe('NEEDS_SUBSCRIPTION_TRANSPORT');
    expect(response.text).toMatch(/graphql-transport-ws.*text\/event-stream/);
  });

  test('is rejected with 429 when the points of the caller are used up', async () => {
    const headers = newClient();
    const invalid = { query: `subscription { ${'x'.repeat(19_000)} }` };
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 10 && statuses.at(-1) !== 429; attempt++) {
      const found = await server.stream(invalid, headers);
      statuses.push(found.status);
      found.close();
      if (found.status === 429) expect(Number(found.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    expect(new Set(statuses)).toEqual(new Set([200, 429]));
  });

  test('ends with a comment and without `complete` when changes were missed', async () => {
    const found = await server.stream({ query: CHANGES });
    await waitForSubscriptions(stack.url, 1);
    await stack.control('content', 'POST', 'streams', { action: 'restart' });
    const text = await found.rest();
    expect(text).toMatch(/: changes were missed; connect again/);
    expect(text).not.toContain('complete');
  });
});

describe('connection limits of event streams', () => {
  test('count streams of an address, and reservations', async () => {
    const headers = newClient();
    const streams = [
      await server.stream({ query: CHANGES }, headers),
      await server.stream({ query: CHANGES }, headers),
    ];
    expect((await server.reserve(headers)).status).toBe(201);
    const rejected = await server.reserve(headers);
    expect(rejected).toMatchObject({ status: 429, code: 'TOO_MANY_CONNECTIONS' });
    expect(rejected.headers.get('retry-after')).toBe('10');
    expect((await server.stream({ query: CHANGES }, headers)).status).toBe(429);
    // A query needs no connection of its own.
    expect((await server.stream({ query: '{ __typename }' }, headers)).status).toBe(200);
    streams[0]?.close();
    await within(500, async () =>
      expect((await server.stream({ query: CHANGES }, headers)).status).toBe(200),
    );
  });

  test('count streams of a key', async () => {
    const key = bearer(await server.createApiKey('one'));
    const first = await server.stream({ query: CHANGES }, newClient(key));
    expect((await server.stream({ query: CHANGES }, newClient(key))).status).toBe(429);
    first.close();
    await within(500, async () => expect((await server.reserve(newClient(key))).status).toBe(201));
  });

  test('release the connection of a rejected subscription', async () => {
    const headers = newClient();
    for (let n = 0; n <= MAX_PER_ADDRESS; n++)
      expect((await server.stream({ query: 'subscription { nothing }' }, headers)).status).toBe(200);
  });
});

test('event stream: ends if its client does not read results', async () => {
  const articles = 'articles(first: 20) { nodes { body { json plainText } } }';
  const query = `{ ${Array.from({ length: 3 }, (_, n) => `a${n}: ${articles}`).join(' ')} }`;
  const headers = newClient(bearer(await server.createApiKey('slow')));
  const { text: token } = await server.reserve(headers);
  const socket = connect(Number(new URL(stack.url).port), '127.0.0.1');
  socket.on('error', () => undefined);
  try {
    socket.write(`GET /graphql/stream?token=${token} HTTP/1.1\r\nhost: x\r\n\r\n`);
    await once(socket, 'data');
    socket.pause();
    let status = 202;
    for (let n = 0; n < 200 && status === 202; n++)
      ({ status } = await server.post(
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
