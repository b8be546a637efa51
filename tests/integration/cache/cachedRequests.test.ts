import { hash } from 'node:crypto';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { createGateway } from '../../../gateway/app/gateway.ts';
import { readConfig } from '../../../gateway/config/readConfig.ts';
import { createApiKey } from '../../support/createApiKey.ts';
import {
  graphqlGet as get,
  graphqlPost as post,
  type RawRequest,
  type RawResponse,
  rawRequest,
} from '../../support/rawRequest.ts';
import { type Stack, startStack } from '../../support/stack.ts';

let stack: Stack;
let key: string;
/** Is called for each request that passes the steps of an operation: it has a signal that aborts when its client disconnects. */
const operations = jest.spyOn(AbortController.prototype, 'signal', 'get');

beforeAll(async () => {
  // The clock stands still, so that lifetimes and rate limits do not differ between two requests.
  const now = Date.now();
  stack = await startStack({
    hasIndex: false,
    now: () => now,
    env: { CONSUME_CHANGES: 'off' },
  });
  key = await createApiKey(stack, 'reader');
});
afterAll(async () => {
  operations.mockRestore();
  await stack.close();
});
beforeEach(() => stack.cache.invalidateAll());

const FILMS =
  'query Films($first: Int = 20) { films(first: $first) { totalCount nodes { title slug tagline topics { title } } } }';

/** Returns a request with other bytes and the same meaning, which is not recognized. */
const renewed = ({ path, body, ...rest }: RawRequest): RawRequest => ({
  ...rest,
  path: body === undefined ? `${path}&renewed=${++renewals}` : path,
  ...(body !== undefined && { body: `${body}${' '.repeat(++renewals)}` }),
});
let renewals = 0;

const send = (request: RawRequest) => rawRequest(stack.url, request);

/** Headers that differ between two equal requests. */
const CHANGING_HEADERS = [
  'date',
  'x-request-id',
  'x-ratelimit-remaining',
  'x-ratelimit-used',
  'x-ratelimit-reset',
];

const comparable = ({ status, headers, body }: RawResponse) => ({
  status,
  headers: Object.fromEntries(Object.entries(headers).filter(([name]) => !CHANGING_HEADERS.includes(name))),
  body: body.toString('base64'),
});

const document = { query: FILMS, variables: { first: 12 } };
const id = hash('sha256', FILMS);
const extensions = { persistedQuery: { version: 1, sha256Hash: id } };

describe('cached requests: an equal request gets the cached response without executing its operation', () => {
  test.each<[string, () => RawRequest]>([
    ['by POST', () => post(document)],
    ['by GET', () => get({ query: FILMS })],
    ['by QUERY', () => ({ ...post(document), method: 'QUERY' })],
    ['of a long document', () => post({ ...document, query: `${FILMS} # ${'long '.repeat(1_000)}` })],
    ['with an operation name', () => post({ ...document, operationName: 'Films' })],
    ['with an API key', () => post(document, { authorization: `Bearer ${key}` })],
    ['by GET with an API key', () => get({ query: FILMS }, { 'x-api-key': key })],
    ['of a persisted query by POST', () => post({ extensions, variables: { first: 12 } })],
    ['of a persisted query by GET', () => get({ extensions: JSON.stringify(extensions) })],
    ['under application/json', () => post(document, { accept: 'application/json' })],
    [
      'under application/graphql-response+json',
      () => post(document, { accept: 'application/graphql-response+json' }),
    ],
    ['with brotli', () => post(document, { 'accept-encoding': 'br, gzip' })],
    ['with gzip', () => post(document, { 'accept-encoding': 'gzip' })],
    ['with an unknown encoding', () => post(document, { 'accept-encoding': 'zstd' })],
    [
      'that is too small to compress',
      () => post({ query: '{ films(first: 1) { totalCount } }' }, { 'accept-encoding': 'br' }),
    ],
    ['of another origin', () => get({ query: FILMS }, { origin: 'https://elsewhere.example' })],
  ])('%s', async (_, create) => {
    await send(post({ query: FILMS, extensions }));
    const request = create();
    await send(request);
    const executed = await send(renewed(request));
    operations.mockClear();
    const found = await send(request);
    expect(operations).not.toHaveBeenCalled();
    expect(comparable(found)).toEqual(comparable(executed));
    expect(found.headers['cache-status']).toMatch(/^trivium; hit/);
    expect(Object.keys(found.headers).sort()).toEqual(Object.keys(executed.headers).sort());
    expect(decoded(found).data.films).toBeDefined();
  });

  test('with 304 for a known ETag', async () => {
    const request = get({ query: FILMS });
    const { etag } = (await send(request)).headers;
    const conditional = { ...request, headers: { ...request.headers, 'if-none-match': String(etag) } };
    const executed = await send(renewed(conditional));
    operations.mockClear();
    const found = await send(conditional);
    expect(operations).not.toHaveBeenCalled();
    expect(comparable(found)).toEqual(comparable(executed));
    expect([found.status, found.body.length]).toEqual([304, 0]);
  });

  test('with 429 if the caller has no points left', async () => {
    const limited = await createGateway(readConfig({ ...stack.env, RATE_LIMIT_ANONYMOUS: '100/1' }), {
      now: () => 0,
    });
    try {
      const request = post({ query: '{ films(first: 20) { totalCount nodes { slug } } }' });
      const sendLimited = () => rawRequest(limited.url, request);
      for (let sent = 0; sent < 100 && (await sendLimited()).status === 200; sent++);
      operations.mockClear();
      const found = await sendLimited();
      expect(operations).not.toHaveBeenCalled();
      const executed = await rawRequest(limited.url, renewed(request));
      expect(operations).toHaveBeenCalled();
      expect(found.status).toBe(429);
      expect(decoded(found)).toEqual(decoded(executed));
      const { headers } = comparable(found);
      expect(headers).toEqual(comparable(executed).headers);
    } finally {
      await limited.close();
    }
  });

  test('until one of its tags is invalidated', async () => {
    const request = post(document);
    await send(request);
    await stack.cache.invalidate(['content:type:film']);
    operations.mockClear();
    expect((await send(request)).headers['cache-status']).toBe('trivium; fwd=miss');
    expect(operations).toHaveBeenCalled();
    operations.mockClear();
    expect((await send(request)).headers['cache-status']).toMatch(/^trivium; hit/);
    expect(operations).not.toHaveBeenCalled();
  });
});

describe('cached requests: reject', () => {
  test.each<[string, RawRequest, number]>([
    ['an unknown key', post(document, { 'x-api-key': `tv_live_${'a'.repeat(40)}` }), 401],
    ['another media type', post(document, { accept: 'text/css' }), 406],
    ['another perspective', post(document, { 'x-perspective': 'drafts' }), 403],
  ])('%s', async (_, request, status) => {
    const cached = post(document);
    await send(cached);
    await send(cached);
    expect((await send(request)).status).toBe(status);
  });
});

describe('cached requests: execute the operation of', () => {
  test.each<[string, RawRequest, number]>([
    ['a request for the cost', post(document, { 'x-trivium-cost': '1' }), 200],
    ['a request for the deprecations', post(document, { 'x-trivium-deprecations': '1' }), 200],
    ['other variables', post({ ...document, variables: { first: 3 } }), 200],
    ['invalid variables', post({ ...document, variables: { first: 'many' } }), 422],
    ['another operation name', post({ ...document, operationName: 'Other' }), 422],
    ['deeply nested variables', { ...post(document), body: nestedBody(40_000) }, 422],
  ])('%s', async (_, request, status) => {
    for (const cached of [post(document), get({ query: FILMS })]) {
      await send(cached);
      await send(cached);
    }
    operations.mockClear();
    const response = await send(request);
    expect(response.status).toBe(status);
    if (status === 200) expect(operations).toHaveBeenCalled();
  });

  test('a request that registers a persisted query', async () => {
    const request = post({ ...document, extensions });
    await send(request);
    operations.mockClear();
    await send(request);
    expect(operations).toHaveBeenCalled();
  });
});

test('cached requests: count like executed ones in /metrics', async () => {
  const counts = async () => {
    const metrics = await (await fetch(`${stack.url}/metrics`)).text();
    const count = (pattern: RegExp) => Number(pattern.exec(metrics)?.[1] ?? 0);
    return [
      count(/^trivium_cache_lookups_total\{layer="response",result="hit"\} (\d+)/m),
      count(/^trivium_graphql_documents_total\{source="text"\} (\d+)/m),
      count(/^trivium_rate_limit_points_charged_total\{caller="anonymous"\} (\d+)/m) -
        count(/^trivium_rate_limit_points_refunded_total\{caller="anonymous"\} (\d+)/m),
    ] as const;
  };
  const request = post(document);
  await send(request);
  const before = await counts();
  await send(renewed(request));
  const between = await counts();
  await send(request);
  const after = await counts();
  const increase = (to: readonly number[], from: readonly number[]) => to.map((n, i) => n - (from[i] ?? 0));
  expect(increase(after, between)).toEqual(increase(between, before));
  expect(increase(after, between)[2]).toBeGreaterThan(1);
});

function decoded({ headers, body }: RawResponse) {
  const encoding = headers['content-encoding'];
  const text = encoding === 'br' ? brotliDecompressSync(body) : encoding === 'gzip' ? gunzipSync(body) : body;
  return JSON.parse(text.toString());
}

function nestedBody(depth: number): string {
  return `{"query":"{ __typename }","variables":{"a":${'['.repeat(depth)}${']'.repeat(depth)}}}`;
}
