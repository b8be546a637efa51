import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { buildClientSchema, getIntrospectionQuery } from 'graphql';
import { rawConnection } from '../../programs/attacks/rawConnection.ts';
import { graphqlPost, rawRequest } from '../../support/rawRequest.ts';
import { type Stack, startStack } from '../../support/stack.ts';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ hasIndex: false });
});
afterAll(() => stack.close());

test('introspection: returns the schema for the queries of common tools', async () => {
  const everything = getIntrospectionQuery({
    inputValueDeprecation: true,
    schemaDescription: true,
    specifiedByUrl: true,
    directiveIsRepeatable: true,
    oneOf: true,
    typeDepth: 12,
  });
  for (const query of [getIntrospectionQuery(), everything]) {
    const { data, errors } = await stack.query(query);
    expect(errors).toEqual([]);
    const nodes = buildClientSchema(data as never)
      .getQueryType()
      ?.getFields().nodes;
    expect(nodes?.args.map(({ name, type }) => `${name}: ${type}`)).toEqual(['ids: [ID!]!']);
  }
});

/** Limit of one request on a loaded machine. */
const REQUEST_TIMEOUT_MS = 10_000;

test('HTTP errors: have the shape of GraphQL errors, with a code', async () => {
  const requestError = async (path: string, init?: RequestInit) => {
    const response = await fetch(`${stack.url}${path}`, init);
    return {
      status: response.status,
      allow: response.headers.get('allow'),
      ...codeIn(await response.text()),
    };
  };
  expect(await requestError('/assets/gone.js')).toMatchObject({ status: 404, code: 'NOT_FOUND' });
  expect(await requestError('/films', { method: 'DELETE' })).toMatchObject({
    status: 404,
    code: 'NOT_FOUND',
  });
  for (const method of ['PUT', 'PATCH', 'DELETE'])
    expect(await requestError('/graphql?query=x', { method })).toEqual({
      status: 405,
      allow: 'GET, HEAD, POST, QUERY, OPTIONS',
      code: 'METHOD_NOT_ALLOWED',
    });
  const rawRequestError = async (text: string) => {
    const { text: response } = await rawConnection(
      stack.url,
      (socket) => void socket.write(text),
      REQUEST_TIMEOUT_MS,
    );
    const [head = '', body = ''] = response.split('\r\n\r\n');
    return { status: Number(head.split(' ')[1]), ...codeIn(body) };
  };
  expect(await rawRequestError('not HTTP\r\n\r\n')).toEqual({ status: 400, code: 'BAD_REQUEST' });
  const upgrade = 'connection: upgrade\r\nupgrade: websocket\r\n';
  expect(await rawRequestError(`GET /elsewhere HTTP/1.1\r\nhost: x\r\n${upgrade}\r\n`)).toEqual({
    status: 404,
    code: 'NOT_FOUND',
  });
  expect(await requestError('/webhooks/content', { method: 'POST', body: '{}' })).toMatchObject({
    status: 401,
    code: 'WEBHOOK_REJECTED',
  });
  const large = 'x'.repeat(20_000);
  expect(await rawRequestError(`GET / HTTP/1.1\r\nhost: x\r\nx: ${large}\r\n\r\n`)).toEqual({
    status: 431,
    code: 'HEADERS_TOO_LARGE',
  });
  expect(await requestError('/%')).toMatchObject({ status: 400, code: 'BAD_REQUEST' });
  // What the parser rejects is not counted as a request.
  const metrics = await (await fetch(`${stack.url}/metrics`)).text();
  expect(metrics).toContain('trivium_malformed_requests_total{code="BAD_REQUEST"} 1');
  expect(metrics).toContain('trivium_malformed_requests_total{code="HEADERS_TOO_LARGE"} 1');
  expect(metrics).toMatch(/trivium_request_duration_seconds_count\{kind="none",status="4xx"\} [1-9]/);
});

test('HTTP: every response has nosniff and varies by Accept-Encoding', async () => {
  const requests: [path: string, init?: RequestInit][] = [
    ['/graphql?query={__typename}'],
    ['/graphql', { method: 'POST', body: '{' }],
    ['/graphql', { method: 'PUT' }],
    ['/schema.graphql'],
    ['/health/live'],
    ['/metrics'],
    ['/assets/gone.js'],
    ['/webhooks/content', { method: 'POST', body: '{}' }],
  ];
  for (const [path, init] of requests) {
    const { headers } = await fetch(`${stack.url}${path}`, init);
    expect([path, headers.get('x-content-type-options')]).toEqual([path, 'nosniff']);
    expect([path, headers.get('vary')]).toEqual([path, expect.stringMatching(/accept-encoding/i)]);
  }
  const malformed = await fetch(`${stack.url}/%`);
  expect(malformed.headers.get('x-content-type-options')).toBe('nosniff');
  const schema = await fetch(`${stack.url}/schema.graphql`);
  expect(schema.headers.get('vary')).toMatch(/authorization, x-api-key, x-perspective/);
});

/** Returns the code of the only error in a body. */
function codeIn(text: string): { code: unknown } {
  const { errors, ...rest } = JSON.parse(text) as {
    errors: { message: string; extensions: { code: string } }[];
  };
  expect(rest).toEqual({});
  expect(errors).toHaveLength(1);
  expect(typeof errors[0]?.message).toBe('string');
  return { code: errors[0]?.extensions.code };
}

test('HTTP: responds over HTTP/1.1 to an upgrade other than WebSocket', async () => {
  const body = '{"query":"{ films(first: 1) { totalCount } }"}';
  const { text } = await rawConnection(
    stack.url,
    async (socket) => {
      socket.write(
        'POST /graphql HTTP/1.1\r\nhost: x\r\nconnection: Upgrade, HTTP2-Settings\r\nupgrade: h2c\r\n' +
          'http2-settings: AAMAAABkAAQAAP__\r\ncontent-type: application/json\r\n' +
          `content-length: ${body.length}\r\n\r\n${body}`,
      );
      await once(socket, 'data');
      socket.end();
    },
    REQUEST_TIMEOUT_MS,
  );
  expect(text).toMatch(/^HTTP\/1\.1 200 OK/);
  expect(text).toContain('"totalCount"');
});

test('HTTP: sends 413 while the client is still sending the body, and keeps the connection', async () => {
  const length = 200_000;
  const { text } = await rawConnection(
    stack.url,
    async (socket) => {
      socket.write(
        `POST /graphql HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n`,
      );
      await once(socket, 'data');
      socket.write(' '.repeat(length));
      socket.write('GET /health/live HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n');
    },
    REQUEST_TIMEOUT_MS,
  );
  expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 413', 'HTTP/1.1 200']);
});

test('HTTP: sends 431 while the client is still sending headers, then closes the connection', async () => {
  let socketError: unknown;
  const { text, closedAfterMs } = await rawConnection(
    stack.url,
    async (socket) => {
      socket.on('error', (error) => {
        socketError = error;
      });
      socket.write(`GET / HTTP/1.1\r\nhost: x\r\nx: ${'x'.repeat(20_000)}`);
      await once(socket, 'data');
      for (let part = 0; part < 20; part += 1) socket.write('x'.repeat(20_000));
    },
    REQUEST_TIMEOUT_MS,
  );
  expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 431']);
  expect(socketError).toBeUndefined();
  // Further data does not keep the connection open.
  expect(closedAfterMs).toBeLessThan(REQUEST_TIMEOUT_MS);
});

test('HTTP: no response repeats the host of its request, whatever headers name it', async () => {
  const hosts = {
    host: 'evil.example',
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'https',
    forwarded: 'host=evil.example;proto=https',
  };
  const paths = [
    ...['/docs/first-request', '/docs/live-updates.md', '/docs/find?q=host', '/docs/', '/llms.txt', '/docs'],
    ...['/', '/explorer', '/explorer/', '/robots.txt', '/feed.xml', '/sitemap.xml', '/films/lorenz'],
    '/oembed?format=json&url=http%3A%2F%2F127.0.0.1%2Ffilms%2Florenz',
    ...['/schema.graphql', '/graphql?query={__typename}', '/graphql', '/nothing', '/health/ready'],
  ];
  const initialize = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };
  const requests = [
    ...paths.map((path) => ({ path, headers: { ...hosts, accept: 'text/html,*/*' } })),
    ...paths.map((path) => ({ path, headers: hosts })),
    { ...graphqlPost(initialize, { ...hosts, accept: 'application/json' }), path: '/mcp' },
    { ...graphqlPost({ query: '{ films { totalCount } }' }, hosts), path: '/explorer/programs' },
  ];
  for (const request of requests) {
    const { headers, body } = await rawRequest(stack.url, request);
    expect([request.path, JSON.stringify(headers), body.toString()]).toEqual([
      request.path,
      expect.not.stringContaining('evil.example'),
      expect.not.stringContaining('evil.example'),
    ]);
  }
});
