import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { attributesOf, type ObservedGateway, startObservedGateway } from '../../support/observedGateway.ts';
import { type Stack, startStack } from '../../support/stack.ts';
import { createSubscriber, subscribe, waitForSubscriptions } from '../../support/subscriber.ts';
import { within } from '../../support/within.ts';

let stack: Stack;
let gateway: ObservedGateway;
beforeAll(async () => {
  stack = await startStack({ env: { METRICS_TOKEN: 'canary-metrics' } });
  gateway = await startObservedGateway(stack, {
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=stage%20two',
    TRUST_PROXY: '1',
    RATE_LIMIT_ANONYMOUS: '4000/1',
  });
}, 60_000);
afterAll(async () => {
  await gateway?.close();
  await stack?.close();
});

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const PARENT = '00f067aa0ba902b7';

/** Sends an operation within a trace. Returns the response, its spans and its log entry. */
async function send(query: string, trace: string, headers: Readonly<Record<string, string>> = {}) {
  const response = await fetch(`${gateway.url}/graphql`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      traceparent: `00-${trace}-${PARENT}-01`,
      'x-request-id': trace,
      ...headers,
    },
    body: JSON.stringify({ query }),
  });
  await response.text();
  const serverSpan = await found('a server span', () =>
    gateway.spans().find(({ traceId, kind }) => traceId === trace && kind === 2),
  );
  const clientSpans = gateway.spans().filter(({ traceId, kind }) => traceId === trace && kind === 3);
  const logEntry = await found('a log entry of the response', () =>
    gateway.logEntries().find(({ requestId, msg }) => requestId === trace && msg === 'request completed'),
  );
  return { response, serverSpan, clientSpans, logEntry };
}

/** Waits until `find` returns a value. */
const found = <T>(what: string, find: () => T | undefined): Promise<T> =>
  within(1_000, () => {
    const value = find();
    if (value === undefined) throw new Error(`expected ${what}, got none`);
    return value;
  });

describe('tracing', () => {
  test('has the attributes of OTEL_RESOURCE_ATTRIBUTES, and those of the gateway', async () => {
    await send('{ films(first: 1) { nodes { slug } } }', '0af7651916cd43dd8448eb211c80319c');
    const { resourceSpans } = JSON.parse(gateway.traceExports[0] ?? '');
    expect(attributesOf(resourceSpans[0].resource)).toMatchObject({
      'deployment.environment.name': 'stage two',
      'service.name': 'trivium',
      'service.version': expect.any(String),
    });
  });

  test('continues the trace of the client, with a span for each upstream request and its fields', async () => {
    const { serverSpan, clientSpans } = await send(
      `query Wings { film(by: { slug: "lorenz" }) { title } other: film(by: { slug: "life" }) { year }
        search(query: "chaos") { nodes { ... on Film { title } } } }`,
      TRACE,
    );
    expect(serverSpan).toMatchObject({ name: 'POST /graphql', parentSpanId: PARENT });
    expect(attributesOf(serverSpan)).toMatchObject({
      'http.request.method': 'POST',
      'http.route': '/graphql',
      'http.response.status_code': 200,
      'graphql.operation.name': 'Wings',
      'graphql.operation.type': 'query',
      'trivium.caller': 'anonymous',
      'trivium.cost.actual': expect.any(Number),
    });
    for (const span of clientSpans) expect(span.parentSpanId).toBe(serverSpan.spanId);
    const attributes = clientSpans.map((span) => attributesOf(span));
    expect(attributes).toContainEqual(
      expect.objectContaining({
        'trivium.provider': 'content',
        'trivium.call': 'query',
        'trivium.outcome': 'ok',
        'trivium.fields': ['film', 'other'],
      }),
    );
    expect(attributes).toContainEqual(
      expect.objectContaining({
        'trivium.provider': 'search',
        'trivium.call': 'search',
        'trivium.fields': ['search'],
      }),
    );
    for (const span of attributes) expect(span).not.toHaveProperty('http.request.resend_count');
  });

  test('records cache hits', async () => {
    const query = '{ film(by: { slug: "ripples" }) { title } }';
    await send(query, 'a'.repeat(32));
    const { serverSpan, clientSpans, logEntry } = await send(query, 'b'.repeat(32));
    expect(clientSpans).toEqual([]);
    expect(serverSpan.events?.map((event) => attributesOf(event))).toEqual([
      { layer: 'response', result: 'hit' },
    ]);
    expect(logEntry).toMatchObject({ cache: 'hit', status: 200, cost: { requested: 26, actual: 4 } });
  });

  test('records upstream failures and retries', async () => {
    await stack.setFaults('content', [{ kind: 'status', status: 500 }]);
    try {
      const { serverSpan, clientSpans } = await send(
        '{ topics(first: 3) { nodes { title } } }',
        'c'.repeat(32),
      );
      expect(attributesOf(serverSpan)).toMatchObject({
        'error.type': 'UPSTREAM_UNAVAILABLE',
        'trivium.error.codes': ['UPSTREAM_UNAVAILABLE'],
      });
      expect(serverSpan.status.code).toBe(2);
      const attributes = clientSpans.map((span) => attributesOf(span));
      for (const span of attributes)
        expect(span).toMatchObject({
          'trivium.provider': 'content',
          'trivium.outcome': 'UPSTREAM_UNAVAILABLE',
          'trivium.fields': ['topics'],
          'http.response.status_code': 500,
        });
      expect(attributes.map((span) => span['http.request.resend_count'])).toEqual([undefined, 1]);
      expect(clientSpans.map(({ name }) => name)).toEqual(['content query', 'content query']);
      // The log entry of the failure has the request id and the trace id.
      expect(gateway.logEntries()).toContainEqual(
        expect.objectContaining({
          msg: 'a provider failed',
          path: 'topics',
          requestId: 'c'.repeat(32),
          traceId: 'c'.repeat(32),
        }),
      );
    } finally {
      await stack.setFaults('content');
    }
  });
});

test('tracing: has a trace for each subscription event', async () => {
  const client = createSubscriber(gateway.url);
  try {
    const changes = subscribe(
      client,
      'subscription Changes { contentChanged(types: [TOPIC]) { node { ... on Topic { title } } } }',
    );
    await waitForSubscriptions(gateway.url);
    await stack.editor.patch('topic-chaos').set({ title: 'Order, in the end' }).commit();
    expect((await changes.next()).data?.contentChanged.node.title).toBe('Order, in the end');
    const event = await found('a span of the event', () =>
      gateway.spans().find(({ name }) => name === 'subscription event'),
    );
    expect(attributesOf(event)).toMatchObject({ 'graphql.operation.name': 'Changes' });
    expect(gateway.spans().filter(({ parentSpanId }) => parentSpanId === event.spanId)).toHaveLength(1);
  } finally {
    await client.dispose();
  }
});

describe('request log', () => {
  test('has an entry for each response, with the request id of the response', async () => {
    const { response, logEntry } = await send(
      'query Title { films(first: 50, filter: { year: { lt: 0 } }) { nodes { title } } }',
      'd'.repeat(32),
    );
    expect(response.headers.get('x-request-id')).toBe('d'.repeat(32));
    expect(logEntry).toMatchObject({
      method: 'POST',
      path: '/graphql',
      operation: 'query',
      operationName: 'Title',
      status: 200,
      cache: 'miss',
      caller: 'anonymous',
      // An empty list, one upstream request and the bytes; the maximum is fifty films.
      cost: { requested: 78, actual: 32 },
      bytes: expect.any(Number),
      ms: expect.any(Number),
    });
  });

  test('replaces request ids that could forge a log entry', async () => {
    for (const requestId of ['{"level":60}', 'x'.repeat(65), 'ä']) {
      const response = await fetch(`${gateway.url}/health/live`, {
        headers: { 'x-request-id': encodeURIComponent(requestId) },
      });
      expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    }
  });

  test('has the error codes of a response, even if nothing was executed', async () => {
    const unknown = await send('{ nonsense }', 'e'.repeat(32));
    expect(unknown.logEntry).not.toHaveProperty('cost');
    expect(unknown.logEntry).toMatchObject({ status: 422, codes: ['GRAPHQL_VALIDATION_FAILED'] });
    const rejected = await send('{ __typename }', 'f'.repeat(32), { authorization: 'Bearer tv_live_no' });
    expect(rejected.logEntry).toMatchObject({ status: 401, codes: ['UNAUTHENTICATED'] });
  });

  test.each(['/graphql?query={__typename}', '/films/lorenz', '/docs/errors'])(
    'has the limit that rejected %s',
    async (path) => {
      const headers = {
        'x-forwarded-for': '198.51.100.7',
        'x-request-id': path.replace(/\W/g, '-'),
        accept: 'application/graphql-response+json, */*',
      };
      const expensive = (n: number) =>
        `query Expensive${n} { films(first: 50) { nodes { slug title topics { id } } } }`;
      const before = await rateLimited();
      let { status } = await fetch(gateway.url + path, { headers });
      for (let sent = 0; sent < 100 && status === 200; sent++) {
        await send(expensive(sent), 'd'.repeat(32), { 'x-forwarded-for': headers['x-forwarded-for'] });
        ({ status } = await fetch(gateway.url + path, { headers }));
      }
      const rejected = { status: 429, codes: ['RATE_LIMITED'], reason: 'POINTS', level: 30 };
      expect(status).toBe(429);
      await found('a log entry of the rejection', () =>
        gateway
          .logEntries()
          .find((entry) => entry.requestId === headers['x-request-id'] && entry.status === 429),
      ).then((entry) => expect(entry).toMatchObject(rejected));
      expect(await rateLimited()).toBeGreaterThan(before);
    },
  );
});

/** Returns the number of errors with the code of the rate limit in the metrics. */
async function rateLimited(): Promise<number> {
  const found = /trivium_graphql_errors_total\{code="RATE_LIMITED"\} (\d+)/.exec(await readMetrics());
  return Number(found?.[1] ?? 0);
}

test('redaction: removes secrets from log and traces', async () => {
  const key = `tv_live_abcdefghijkl_${'Z9'.repeat(22)}_abcdef`;
  const token = `eyJhbGciOiJSUzI1NiJ9.${'eyJzdWIi'.repeat(3)}.c2lnbmF0dXJl`;
  await send(`query ${key} { film(by: { slug: "${key}" }) { title } }`, '1'.repeat(32), {
    authorization: `Bearer ${token}`,
    cookie: `session=${token}`,
  });
  await fetch(`${gateway.url}/films/${key}?token=${token}`);
  await fetch(`${gateway.url}/films/${percentEncoded(key)}`);
  for (const emulator of ['content', 'media', 'search'] as const)
    await stack.setFaults(emulator, [
      { kind: 'status', status: 401, body: { message: stack.config.secrets } },
    ]);
  await send(
    '{ film(by: { slug: "clifford" }) { title } search(query: "quoted") { totalCount } }',
    '2'.repeat(32),
  );
  for (const emulator of ['content', 'media', 'search'] as const) await stack.setFaults(emulator);
  const written = gateway.output() + gateway.traceExports.join('\n');
  expect(written).toContain('UPSTREAM_REJECTED');
  expect(written).toContain('[secret]');
  const secrets = stack.config.secrets.filter((secret) => secret !== 'canary-metrics');
  expect(secrets.length).toBeGreaterThan(6);
  // Error messages of providers are truncated, so that a part of a secret may be left.
  const canaries = [
    ...secrets.map((secret) => secret.slice(0, 40)),
    'Z9Z9Z9',
    percentEncoded('Z9Z9Z9'),
    'c2lnbmF0dXJl',
  ];
  expect(canaries.filter((canary) => written.includes(canary))).toEqual([]);
});

/** Percent-encodes every character. */
const percentEncoded = (text: string) =>
  text.replaceAll(/./g, (char) => `%${char.charCodeAt(0).toString(16)}`);

const readMetrics = async () => (await fetch(`${gateway.url}/metrics`)).text();

test('/metrics: requires METRICS_TOKEN if it is set, and allows no other origin', async () => {
  const read = (token: string) =>
    fetch(`${stack.url}/metrics`, {
      headers: { authorization: `Bearer ${token}`, origin: 'https://elsewhere.example' },
    });
  const rejected = await read('other');
  expect([rejected.status, await rejected.text()]).toEqual([401, expect.stringContaining('METRICS_TOKEN')]);
  const accepted = await read('canary-metrics');
  expect(await accepted.text()).toContain('trivium_build_info');
  expect(accepted.headers.get('access-control-allow-origin')).toBeNull();
});

test('/metrics: counts requests, errors by code and log entries', async () => {
  await stack.setFaults('content', [{ kind: 'status', status: 503 }]);
  await send('query Unavailable { topics(first: 2) { totalCount } }', '3'.repeat(32));
  await stack.setFaults('content');
  const metrics = await readMetrics();
  expect(metrics).toMatch(/trivium_request_duration_seconds_count\{kind="graphql",status="2xx"\} \d/);
  expect(metrics).toMatch(/trivium_graphql_errors_total\{code="UPSTREAM_UNAVAILABLE"\} [1-9]/);
  expect(metrics).toMatch(/trivium_log_lines_total\{level="warn"\} [1-9]/);
  expect(metrics).toMatch(/trivium_build_info\{version="[\d.]+",node="v\d+.*"\} 1/);
});

test('tracing: exports pending spans on shutdown', async () => {
  const trace = '9'.repeat(32);
  await fetch(`${gateway.url}/health/live`, { headers: { traceparent: `00-${trace}-${PARENT}-01` } });
  await gateway.stop();
  expect(gateway.spans().some(({ traceId }) => traceId === trace)).toBe(true);
});
