import { channel } from 'node:diagnostics_channel';
import { Agent } from 'node:http';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { rawConnection } from '../../programs/attacks/rawConnection.ts';
import { createApiKey } from '../../support/createApiKey.ts';
import { attributesOf, startObservedGateway } from '../../support/observedGateway.ts';
import {
  graphqlGet as get,
  graphqlPost as post,
  type RawRequest,
  type RawResponse,
  rawRequest,
} from '../../support/rawRequest.ts';
import { type Stack, startStack } from '../../support/stack.ts';
import { within } from '../../support/within.ts';

let stack: Stack;
let key: string;
/** Requests that Fastify has handled. */
let handled = 0;
const countHandled = () => {
  handled += 1;
};
/** A new connection is left to Fastify for a moment. */
let agent: Agent;
const handledRequests = channel('tracing:fastify.request.handler:start');

beforeAll(async () => {
  const now = Date.now();
  stack = await startStack({
    hasIndex: false,
    // Lifetimes and rate limits do not differ between two requests.
    now: () => now,
    env: { CONSUME_CHANGES: 'off', TRUST_PROXY: '127.0.0.0/8' },
  });
  key = await createApiKey(stack, 'reader');
  handledRequests.subscribe(countHandled);
});
afterAll(async () => {
  handledRequests.unsubscribe(countHandled);
  await stack?.close();
});
beforeEach(async () => {
  await stack.cache.invalidateAll();
  agent = new Agent({ keepAlive: true, maxSockets: 1 });
});
afterEach(() => agent.destroy());

const QUERY = '{ films(first: 12) { totalCount nodes { title slug tagline } } }';
const CONNECTION_TIMEOUT_MS = 10_000;
/** Fewer than the limit. */
const PIPELINED = 15;
/** Differ between two equal requests. */
const CHANGING_HEADERS = [
  'date',
  'x-request-id',
  'x-ratelimit-remaining',
  'x-ratelimit-used',
  'x-ratelimit-reset',
];

const comparable = ({ status, headers, body }: RawResponse) => ({
  status,
  names: Object.keys(headers).sort(),
  headers: Object.fromEntries(Object.entries(headers).filter(([name]) => !CHANGING_HEADERS.includes(name))),
  body: body.toString('base64'),
});

/** Returns a request that Fastify handles, and whose response is the same. */
const withHooks = (request: RawRequest): RawRequest => ({
  ...request,
  headers: { ...request.headers, 'content-encoding': 'identity' },
});

async function send(request: RawRequest) {
  const before = handled;
  const response = await rawRequest(stack.url, request, agent);
  return { response, isFast: handled === before };
}

const etagOf = async (request: RawRequest) => String((await send(request)).response.headers.etag);

describe('fast path of cached responses: sends what Fastify sends', () => {
  test.each<[string, () => RawRequest | Promise<RawRequest>]>([
    ['by GET', () => get({ query: QUERY })],
    ['by GET with a media type', () => get({ query: QUERY }, { 'content-type': 'application/json' })],
    ['by POST', () => post({ query: QUERY })],
    ['by QUERY', () => ({ ...post({ query: QUERY }), method: 'QUERY' })],
    ['with Brotli', () => get({ query: QUERY }, { 'accept-encoding': 'br' })],
    ['by POST with gzip', () => post({ query: QUERY }, { 'accept-encoding': 'gzip, deflate' })],
    ['under application/json', () => post({ query: QUERY }, { accept: 'application/json' })],
    ['of a named client', () => post({ query: QUERY }, { 'graphql-client-name': 'reader' })],
    ['of another origin', () => get({ query: QUERY }, { origin: 'https://elsewhere.example' })],
    ['behind a proxy', () => get({ query: QUERY }, { 'x-forwarded-for': '192.0.2.7' })],
    ['of another host', () => get({ query: QUERY }, { host: 'films.example:8080' })],
    ['behind several proxies', () => get({ query: QUERY }, { 'x-forwarded-host': 'a b, films.example' })],
    ['with a deprecated field', () => get({ query: '{ films(first: 2) { nodes { title } } }' })],
    ['with characters of several bytes', () => post({ query: `${QUERY} # Ä ∫ 𝛑` })],
    [
      'with its ETag by GET',
      async () => {
        const request = get({ query: QUERY });
        return { ...request, headers: { 'if-none-match': await etagOf(request) } };
      },
    ],
    [
      'with its ETag by QUERY',
      async () => {
        const request = { ...post({ query: QUERY }), method: 'QUERY' };
        return { ...request, headers: { ...request.headers, 'if-none-match': await etagOf(request) } };
      },
    ],
    ['with an ETag by POST', () => post({ query: QUERY }, { 'if-none-match': '*' })],
    ['with another ETag', () => get({ query: QUERY }, { 'if-none-match': 'W/"x"' })],
    ['that closes the connection', () => get({ query: QUERY }, { connection: 'close' })],
  ])('to a request %s', async (_name, create) => {
    const request = await create();
    await send(request);
    const expected = await send(withHooks(request));
    // On an open connection.
    await send({ path: '/health/live' });
    const actual = await send(request);
    expect([expected.isFast, actual.isFast]).toEqual([false, true]);
    expect(comparable(actual.response)).toEqual(comparable(expected.response));
    expect(actual.response.headers['cache-status']).toMatch(/^trivium; hit/);
  });
});

describe('fast path of cached responses: leaves to Fastify', () => {
  test.each<[string, () => RawRequest]>([
    ['a request with an API key', () => get({ query: QUERY }, { 'x-api-key': key })],
    ['a request in another perspective', () => get({ query: QUERY }, { 'x-perspective': 'drafts' })],
    ['a request with an unknown key', () => post({ query: QUERY }, { authorization: 'Bearer tv_live_x' })],
    ['a request for an invalid host', () => get({ query: QUERY }, { host: 'a b' })],
    ['a HEAD request', () => ({ ...get({ query: QUERY }), method: 'HEAD' })],
    ['a request for the cost', () => get({ query: QUERY }, { 'x-trivium-cost': '1' })],
    ['a request that is not compressed', () => get({ query: QUERY }, { 'x-no-compression': '1' })],
    [
      'a body in another charset',
      () => post({ query: QUERY }, { 'content-type': 'application/json; charset=latin1' }),
    ],
    ['a request with a key in its URL', () => get({ query: QUERY, key: 'x' })],
    ['an unacceptable media type', () => get({ query: QUERY }, { accept: 'text/css' })],
  ])('%s', async (_name, create) => {
    for (const known of [get({ query: QUERY }), post({ query: QUERY })])
      for (let i = 0; i < 2; i++) await send(known);
    const request = create();
    await send(request);
    const expected = await send(withHooks(request));
    const { response, isFast } = await send(request);
    expect(response.status).toBe(expected.response.status);
    // Fastify's handler does not see what a hook rejects.
    if (response.status < 400) expect(isFast).toBe(false);
  });

  test('a body that arrives later than the headers', async () => {
    const request = post({ query: QUERY });
    for (let i = 0; i < 2; i++) await send(request);
    const before = handled;
    const { text } = await rawConnection(
      stack.url,
      async (socket) => {
        const head = `POST /graphql HTTP/1.1\r\nhost: ${new URL(stack.url).host}\r\nconnection: close\r\n`;
        const { body = '' } = request;
        socket.write(`${head}content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`);
        // The gateway has read the headers when it responds to a later request.
        await rawRequest(stack.url, { path: '/health/live' });
        socket.write(body);
      },
      CONNECTION_TIMEOUT_MS,
    );
    expect(text).toMatch(/^HTTP\/1.1 200 /);
    expect(text).toContain('totalCount');
    expect(handled - before).toBe(2);
  });
});

test('fast path of cached responses: an invalidated response is executed again', async () => {
  const request = post({ query: QUERY });
  for (let i = 0; i < 2; i++) await send(request);
  expect((await send(request)).isFast).toBe(true);
  await stack.cache.invalidate(['content:type:film']);
  const { response, isFast } = await send(request);
  expect([response.headers['cache-status'], isFast]).toEqual(['trivium; fwd=miss', false]);
});

test('fast path of cached responses: pipelined requests with and without a body get responses in order', async () => {
  const requests = [
    get({ query: QUERY }),
    post({ query: QUERY }),
    get({ query: '{ films { totalCount } }' }),
  ];
  for (const request of requests) for (let i = 0; i < 2; i++) await send(request);
  const lines = requests.map(({ method = 'GET', path, headers, body = '' }) =>
    [
      `${method} ${path} HTTP/1.1`,
      `host: ${new URL(stack.url).host}`,
      ...Object.entries(headers ?? {}).map(([name, value]) => `${name}: ${value}`),
      ...(body === '' ? [] : [`content-length: ${body.length}`]),
      '',
      body,
    ].join('\r\n'),
  );
  const { text } = await rawConnection(
    stack.url,
    (socket) => {
      let received = '';
      socket.on('data', (part) => {
        received += part;
        if (received.split('"data"').length > PIPELINED) socket.end();
      });
      socket.write(lines.join('').repeat(PIPELINED / lines.length));
    },
    CONNECTION_TIMEOUT_MS,
  );
  const bodies = [...text.matchAll(/\{"data".*/g)].map(([body]) => body.includes('nodes'));
  expect(bodies).toEqual(Array.from({ length: PIPELINED }, (_, i) => i % requests.length !== 2));
});

test('fast path of cached responses: log line and span are those of Fastify', async () => {
  const gateway = await startObservedGateway(stack);
  try {
    const record = async (request: RawRequest, id: string) => {
      const headers = { ...request.headers, 'x-request-id': id, traceparent: `00-${id}-00f067aa0ba902b7-01` };
      await rawRequest(gateway.url, { ...request, headers });
      return within(1_000, () => {
        const isOwn = ({ requestId, msg }: Record<string, unknown>) =>
          requestId === id && msg === 'request completed';
        const span = gateway.spans().find(({ traceId, kind }) => traceId === id && kind === 2);
        const entry = gateway.logEntries().find(isOwn);
        if (!span || !entry) throw new Error(`expected a span and a log entry of ${id}`);
        const { time: _time, ms: _ms, requestId: _id, traceId: _trace, spanId: _span, ...line } = entry;
        const events = span.events?.map(({ name, attributes }) => ({ name, attributes }));
        return { line, attributes: attributesOf(span), events, name: span.name };
      });
    };
    const request = post({ query: `query Films ${QUERY}` });
    const ids = ['1', '2', '3', '4'].map((digit) => digit.repeat(32)) as [string, string, string, string];
    await record(request, ids[0]);
    await record(request, ids[1]);
    const expected = await record(withHooks(request), ids[2]);
    const actual = await record(request, ids[3]);
    expect(actual).toEqual(expected);
    expect(actual.line).toMatchObject({ cache: 'hit', operationName: 'Films', caller: 'anonymous' });
  } finally {
    await gateway.close();
  }
});
