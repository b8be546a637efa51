import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { MAX_PAGE_SIZE } from '../../../gateway/core/relay.ts';
import { rawConnection } from '../../programs/attacks/rawConnection.ts';
import { GRAPHQL_HTTP_AUDIT_COUNT, runGraphqlHttpAudits } from '../../programs/audits/graphqlHttpAudits.ts';
import { QUERY_AUDITS } from '../../programs/audits/queryAudits.ts';
import { runAudits } from '../../programs/audits/runAudits.ts';
import {
  PARTIAL_QUERY,
  partialAudits,
  SEPTEMBER_2026_AUDITS,
  SUPERSEDED,
} from '../../programs/audits/september2026Audits.ts';
import {
  graphqlGet as get,
  graphqlPost as post,
  type RawRequest,
  rawRequest,
} from '../../support/rawRequest.ts';
import { type Stack, startStack } from '../../support/stack.ts';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ hasIndex: false, env: { CONSUME_CHANGES: 'off' } });
});
afterAll(async () => {
  await stack?.close();
});

const RESPONSE = 'application/graphql-response+json';
const JSON_TYPE = 'application/json';
const CONNECTION_TIMEOUT_MS = 10_000;
const ALIASES = Array.from({ length: 40 }, (_, n) => `a${n}: __typename`).join(' ');
const PAGE = 'query($n: Int, $f: FilmFilter) { films(first: $n, filter: $f) { totalCount } }';
const deep = (levels: number): unknown => (levels === 0 ? {} : { and: [deep(levels - 1)] });
const persisted = (sha256Hash: string) => ({ persistedQuery: { version: 1, sha256Hash } });

/** Returns status, media type and error code of a response. */
async function send(origin: string, request: RawRequest) {
  const { status, headers, body } = await rawRequest(origin, request);
  const type = headers['content-type']?.split(';', 1)[0];
  const text = body.toString();
  const result = text === '' ? {} : JSON.parse(text);
  return { status, type, headers, data: result.data, code: result.errors?.[0]?.extensions.code };
}

/** Statuses for a client that accepts the newer type, and for one that accepts `application/json` only. */
type Statuses = readonly [newer: number, jsonOnly: number];

describe('GraphQL over HTTP: the status of', () => {
  test.each<[string, unknown, Statuses]>([
    ['data without errors', { query: '{ __typename }' }, [200, 200]],
    ['data with errors', { query: PARTIAL_QUERY }, [294, 200]],
    ['a document that does not parse', { query: '{' }, [400, 400]],
    ['a document that does not validate', { query: '{ nothing }' }, [422, 422]],
    ['a document above a limit', { query: `{ ${ALIASES} }` }, [422, 422]],
    [
      'several operations without operationName',
      { query: 'query A { __typename } query B { __typename }' },
      [422, 422],
    ],
    ['variables of the wrong type', { query: PAGE, variables: { n: 'many' } }, [422, 422]],
    ['variables nested too deep', { query: PAGE, variables: { f: deep(40) } }, [422, 422]],
    ['too large a page', { query: PAGE, variables: { n: MAX_PAGE_SIZE + 1 } }, [294, 200]],
    ['an unknown document id', { documentId: `sha256:${'a'.repeat(64)}` }, [422, 422]],
    ['no document', { variables: {} }, [422, 422]],
    ['a document of the wrong type', { query: 5 }, [422, 422]],
    ['variables of another type than an object', { query: PAGE, variables: [1] }, [422, 422]],
    ['a batch of operations', [{ query: '{ __typename }' }], [422, 422]],
    [
      'a hash of another document',
      { query: '{ __typename }', extensions: persisted('a'.repeat(64)) },
      [422, 422],
    ],
    ['a body that is no JSON', '{"query":', [400, 400]],
  ])('%s', async (_, body, statuses) => {
    expect([
      (await send(stack.url, post(body, { accept: `${RESPONSE}, ${JSON_TYPE}` }))).status,
      (await send(stack.url, post(body, { accept: JSON_TYPE }))).status,
    ]).toEqual(statuses);
  });

  test('parameters in a URL: 400 for a text that is no JSON, 422 for another type', async () => {
    const query = '{ __typename }';
    expect(await send(stack.url, get({ query, variables: '{' }))).toMatchObject({ status: 400 });
    expect(await send(stack.url, get({ query, variables: '[]' }))).toMatchObject({ status: 422 });
    expect(await send(stack.url, get({ query, variables: '', operationName: '' }))).toMatchObject({
      status: 200,
    });
  });
});

describe('GraphQL over HTTP: the media type', () => {
  test.each<[accept: string | undefined, type: string]>([
    [undefined, RESPONSE],
    ['*/*', RESPONSE],
    ['application/*', RESPONSE],
    [RESPONSE, RESPONSE],
    [JSON_TYPE, JSON_TYPE],
    [`${JSON_TYPE}, ${RESPONSE};q=0.9`, JSON_TYPE],
    [`${RESPONSE};q=0.8, ${JSON_TYPE};q=0.9`, JSON_TYPE],
    [`text/html, ${RESPONSE}`, RESPONSE],
  ])('for Accept: %s', async (accept, type) => {
    const request = post({ query: '{ __typename }' }, accept === undefined ? {} : { accept });
    expect((await send(stack.url, request)).type).toBe(type);
  });

  test('of errors tells a JSON-only client that they come from the gateway', async () => {
    const invalid = post({ query: '{ nothing }' }, { accept: JSON_TYPE });
    expect(await send(stack.url, invalid)).toMatchObject({ status: 422, type: RESPONSE });
    // These are no GraphQL responses.
    const malformed = await send(stack.url, post('{"query":', { accept: RESPONSE }));
    expect(malformed).toMatchObject({ status: 400, type: JSON_TYPE });
  });

  test('is not chosen for a client that accepts none: 406', async () => {
    const request = post({ query: '{ __typename }' }, { accept: 'text/html' });
    expect(await send(stack.url, request)).toMatchObject({ status: 406, type: JSON_TYPE, data: undefined });
  });
});

describe('GraphQL over HTTP: cross-site requests', () => {
  const query = '{ films(first: 1) { totalCount } }';

  test('can send queries by GET without a special header', async () => {
    const response = await send(stack.url, get({ query }, { origin: 'https://elsewhere.example' }));
    expect(response).toMatchObject({ status: 200, data: { films: { totalCount: expect.any(Number) } } });
  });

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
    'cannot send %s, which needs no preflight request',
    async (type) => {
      const request = post({ query }, { 'content-type': type });
      expect(await send(stack.url, request)).toMatchObject({ status: 415, code: 'UNSUPPORTED_BODY' });
    },
  );

  test.each(['GET', 'HEAD'])('cannot send mutations by %s', async (method) => {
    const response = await rawRequest(stack.url, { ...get({ query: 'mutation { __typename }' }), method });
    expect([response.status, response.headers.allow]).toEqual([405, 'POST']);
    if (method === 'GET')
      expect(JSON.parse(response.body.toString()).errors[0].extensions.code).toBe('NEEDS_POST');
  });

  test('of all origins get the same response, so that a CDN stores it once', async () => {
    for (const origin of ['https://one.example', 'https://two.example']) {
      const { headers } = await send(stack.url, get({ query }, { origin }));
      expect(headers['access-control-allow-origin']).toBe('*');
      expect(headers['access-control-allow-credentials']).toBeUndefined();
      expect(headers.vary).not.toMatch(/origin/i);
    }
    const preflight = await rawRequest(stack.url, {
      method: 'OPTIONS',
      path: '/graphql',
      headers: {
        origin: 'https://one.example',
        'access-control-request-method': 'QUERY',
        'access-control-request-headers': 'content-type, x-api-key',
      },
    });
    expect(preflight).toMatchObject({
      status: 204,
      headers: {
        'access-control-allow-methods': 'GET, HEAD, POST, QUERY',
        'access-control-allow-headers': 'content-type, x-api-key',
      },
    });
  });

  test('get no permission for addresses that web pages have no use for', async () => {
    for (const path of ['/metrics', '/health/live']) {
      const { headers } = await rawRequest(stack.url, { path, headers: { origin: 'https://one.example' } });
      expect(headers['access-control-allow-origin']).toBeUndefined();
    }
  });

  test.each([
    ['/graphql', 'GET, HEAD, POST, QUERY'],
    ['/graphql/stream', 'GET, POST, PUT, DELETE'],
    ['/schema.graphql', 'GET, HEAD'],
    ['/films/lorenz', 'GET, HEAD'],
  ])('that are OPTIONS without the headers of a preflight get the methods of %s', async (path, methods) => {
    const { status, headers } = await rawRequest(stack.url, { method: 'OPTIONS', path });
    expect([status, headers['access-control-allow-methods']]).toEqual([204, methods]);
  });
});

test.each(['POST', 'QUERY'])(
  'GraphQL over HTTP: %s with a media type and no body gets 400',
  async (method) => {
    const { text } = await rawConnection(
      stack.url,
      (socket) => {
        const head = `${method} /graphql HTTP/1.1\r\nhost: ${new URL(stack.url).host}\r\nconnection: close\r\n`;
        socket.write(`${head}content-type: ${JSON_TYPE}\r\n\r\n`);
      },
      CONNECTION_TIMEOUT_MS,
    );
    expect(text).toMatch(/^HTTP\/1.1 400 /);
    expect(text).toContain('BAD_REQUEST');
  },
);

describe('HTTP QUERY', () => {
  const query = (body: unknown, headers: Record<string, string> = {}): RawRequest => ({
    ...post(body, headers),
    method: 'QUERY',
  });
  const FILMS = { query: '{ films(first: 2) { totalCount nodes { title } } }' };

  test('executes queries, caches their responses and revalidates them', async () => {
    await stack.cache.invalidateAll();
    const first = await send(stack.url, query(FILMS));
    expect(first).toMatchObject({ status: 200, data: { films: { totalCount: expect.any(Number) } } });
    expect(first.headers['accept-query']).toBe(JSON_TYPE);
    expect(first.headers['cache-status']).toBe('trivium; fwd=miss');
    const second = await send(stack.url, query(FILMS));
    expect(second.headers['cache-status']).toMatch(/^trivium; hit/);
    const etag = String(second.headers.etag);
    expect((await send(stack.url, query(FILMS, { 'if-none-match': etag }))).status).toBe(304);
    expect((await send(stack.url, query(FILMS, { 'if-none-match': 'W/"other"' }))).status).toBe(200);
  });

  test('executes no mutations', async () => {
    const response = await send(stack.url, query({ query: 'mutation { __typename }' }));
    expect(response).toMatchObject({ status: 405, code: 'NEEDS_POST', headers: { allow: 'POST' } });
  });

  test('needs a JSON body', async () => {
    for (const type of ['text/plain', 'application/graphql'])
      expect(await send(stack.url, query(FILMS, { 'content-type': type }))).toMatchObject({
        status: 415,
        code: 'UNSUPPORTED_BODY',
      });
    const { 'content-type': _, ...headers } = query(FILMS).headers ?? {};
    expect(await send(stack.url, { ...query(FILMS), headers })).toMatchObject({ status: 415 });
  });

  test('pays the rate limit and is counted like POST', async () => {
    const { headers } = await send(stack.url, query(FILMS, { 'x-trivium-cost': '1' }));
    expect(Number(headers['x-ratelimit-cost'])).toBeGreaterThan(0);
    const metrics = (await rawRequest(stack.url, { path: '/metrics' })).body.toString();
    expect(metrics).toMatch(/trivium_request_duration_seconds_count\{kind="graphql",status="4xx"\} [1-9]/);
  });
});

describe('GraphQL over HTTP: audits', () => {
  test('of September 2026 pass, also by QUERY', async () => {
    const outcomes = await runAudits(`${stack.url}/graphql`, [
      ...SEPTEMBER_2026_AUDITS,
      ...partialAudits(PARTIAL_QUERY),
      ...QUERY_AUDITS,
    ]);
    expect(
      outcomes.filter(({ failure }) => failure).map(({ audit, failure }) => `${audit.id}: ${failure}`),
    ).toEqual([]);
    expect(new Set(outcomes.map(({ audit }) => audit.id)).size).toBe(outcomes.length);
  });

  test('of graphql-http pass, except those that September 2026 supersedes', async () => {
    const results = await runGraphqlHttpAudits(`${stack.url}/graphql`);
    const differing = results.filter(({ status }) => status !== 'ok').map(({ id }) => id);
    expect(differing.toSorted()).toEqual([...SUPERSEDED.keys()].toSorted());
    expect(results).toHaveLength(GRAPHQL_HTTP_AUDIT_COUNT);
  });
  test('fail for a server that does not follow the release', async () => {
    const server = createServer((_request, response) =>
      response.writeHead(200, { 'content-type': JSON_TYPE }).end('{"data":null}'),
    );
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    const outcomes = await runAudits(`http://127.0.0.1:${port}/graphql`, SEPTEMBER_2026_AUDITS);
    const failed = outcomes.flatMap(({ audit, failure }) => (failure ? [audit.id] : []));
    expect(failed).toEqual(expect.arrayContaining(['status.validation', 'status.coercion.json']));
    server.close();
  });
});
