import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createMetrics } from '../../../gateway/services/telemetry/metrics.ts';
import { metricsIn, metricsOf, readAlerts, readDashboard, selectedIn } from '../../support/alerts.ts';
import {
  attributesOf,
  awaited,
  startWatchedGateway,
  type WatchedGateway,
} from '../../support/observedGateway.ts';
import { type House, openHouse, ROOT } from '../../support/stack.ts';
import { subscribe, subscribed, subscriber } from '../../support/subscriber.ts';

let house: House;
let gateway: WatchedGateway;
beforeAll(async () => {
  house = await openHouse({ env: { METRICS_TOKEN: 'canary-metrics' } });
  gateway = await startWatchedGateway(house);
}, 60_000);
afterAll(async () => {
  await gateway?.close();
  await house?.close();
});

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const PARENT = '00f067aa0ba902b7';

/** Asks under a trace of one's own, and gives what came of it. */
async function ask(query: string, trace: string, headers: Readonly<Record<string, string>> = {}) {
  const answer = await fetch(`${gateway.url}/graphql`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      traceparent: `00-${trace}-${PARENT}-01`,
      'x-request-id': trace,
      ...headers,
    },
    body: JSON.stringify({ query }),
  });
  await answer.text();
  const server = await awaited(
    () => gateway.spans().find(({ traceId, kind }) => traceId === trace && kind === 2),
    'the span of the request',
  );
  const calls = gateway.spans().filter(({ traceId, kind }) => traceId === trace && kind === 3);
  const line = await awaited(
    () => gateway.lines().find(({ requestId, msg }) => requestId === trace && msg === 'request completed'),
    'the line of the answer',
  );
  return { answer, server, calls, line };
}

describe('a trace', () => {
  test('goes on from the client’s, and has a span for each call, with all fields that needed it', async () => {
    const { server, calls } = await ask(
      `query Wings { film(slug: "lorenz") { title } other: film(slug: "life") { year }
        search(query: "chaos") { nodes { ... on Film { title } } } }`,
      TRACE,
    );
    expect(server).toMatchObject({ name: 'POST /graphql', parentSpanId: PARENT });
    expect(attributesOf(server)).toMatchObject({
      'http.request.method': 'POST',
      'http.route': '/graphql',
      'http.response.status_code': 200,
      'graphql.operation.name': 'Wings',
      'graphql.operation.type': 'query',
      'trivium.caller': 'anonymous',
      'trivium.cost.actual': expect.any(Number),
    });
    for (const call of calls) expect(call.parentSpanId).toBe(server.spanId);
    const told = calls.map((call) => attributesOf(call));
    expect(told).toContainEqual(
      expect.objectContaining({
        'trivium.provider': 'content',
        'trivium.call': 'query',
        'trivium.outcome': 'ok',
        'trivium.fields': ['film', 'other'],
      }),
    );
    expect(told).toContainEqual(
      expect.objectContaining({
        'trivium.provider': 'search',
        'trivium.call': 'search',
        'trivium.fields': ['search'],
      }),
    );
    for (const call of told) expect(call).not.toHaveProperty('http.request.resend_count');
  });

  test('tells what was kept, and that nobody was asked for it', async () => {
    const query = '{ film(slug: "ripples") { title } }';
    await ask(query, 'a'.repeat(32));
    const { server, calls, line } = await ask(query, 'b'.repeat(32));
    expect(calls).toEqual([]);
    expect(server.events?.map((event) => attributesOf(event))).toEqual([
      { layer: 'response', result: 'hit' },
    ]);
    expect(line).toMatchObject({ cache: 'hit', status: 200, cost: { requested: 1, actual: 0 } });
  });

  test('tells which provider failed, and how, and that it was asked again', async () => {
    await house.faults('content', [{ kind: 'status', status: 500 }]);
    try {
      const { server, calls } = await ask('{ topics(first: 3) { nodes { title } } }', 'c'.repeat(32));
      expect(attributesOf(server)).toMatchObject({
        'error.type': 'UPSTREAM_UNAVAILABLE',
        'trivium.error.codes': ['UPSTREAM_UNAVAILABLE'],
      });
      expect(server.status.code).toBe(2);
      const told = calls.map((call) => attributesOf(call));
      for (const call of told)
        expect(call).toMatchObject({
          'trivium.provider': 'content',
          'trivium.outcome': 'UPSTREAM_UNAVAILABLE',
          'trivium.fields': ['topics'],
          'http.response.status_code': 500,
        });
      expect(told.map((call) => call['http.request.resend_count'])).toEqual([undefined, 1]);
      expect(calls.map(({ name }) => name)).toEqual(['content query', 'content query']);
      // What was said of it carries the request's id, and its trace.
      expect(gateway.lines()).toContainEqual(
        expect.objectContaining({
          msg: 'a provider failed',
          path: 'topics',
          requestId: 'c'.repeat(32),
          traceId: 'c'.repeat(32),
        }),
      );
    } finally {
      await house.faults('content');
    }
  });
});

test('an event that a subscription is told has a trace of its own', async () => {
  const client = subscriber(gateway.url);
  try {
    const told = subscribe(
      client,
      'subscription Changes { contentChanged(types: [TOPIC]) { node { ... on Topic { title } } } }',
    );
    await subscribed(gateway.url);
    await house.editor.patch('topic-chaos').set({ title: 'Order, in the end' }).commit();
    expect((await told.next()).data?.contentChanged.node.title).toBe('Order, in the end');
    const event = await awaited(
      () => gateway.spans().find(({ name }) => name === 'subscription event'),
      'a span of the event',
    );
    expect(attributesOf(event)).toMatchObject({ 'graphql.operation.name': 'Changes' });
    expect(gateway.spans().filter(({ parentSpanId }) => parentSpanId === event.spanId)).toHaveLength(1);
  } finally {
    await client.dispose();
  }
});

describe('the log', () => {
  test('has a line for each answer, under the id that it went back with', async () => {
    const { answer, line } = await ask(
      'query Title { films(first: 50, filter: { year: { lt: 0 } }) { nodes { title } } }',
      'd'.repeat(32),
    );
    expect(answer.headers.get('x-request-id')).toBe('d'.repeat(32));
    expect(line).toMatchObject({
      method: 'POST',
      path: '/graphql',
      operation: 'query',
      operationName: 'Title',
      status: 200,
      cache: 'miss',
      caller: 'anonymous',
      // An empty list, and one call; there might have been fifty films.
      cost: { requested: 51, actual: 11 },
      bytes: expect.any(Number),
      ms: expect.any(Number),
    });
  });

  test('takes no id that could forge a line', async () => {
    for (const given of ['{"level":60}', 'x'.repeat(65), 'ä']) {
      const answer = await fetch(`${gateway.url}/health/live`, {
        headers: { 'x-request-id': encodeURIComponent(given) },
      });
      expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    }
  });

  test('says why an answer has errors, in codes, also where nothing was executed', async () => {
    const unknown = await ask('{ nonsense }', 'e'.repeat(32));
    expect(unknown.line).not.toHaveProperty('cost');
    expect(unknown.line).toMatchObject({ status: 400, codes: ['GRAPHQL_VALIDATION_FAILED'] });
    const refused = await ask('{ __typename }', 'f'.repeat(32), { authorization: 'Bearer tv_live_no' });
    expect(refused.line).toMatchObject({ status: 401, codes: ['UNAUTHENTICATED'] });
  });
});

test('no secret is told, wherever it stands and however much is', async () => {
  const key = `tv_live_abcdefghijkl_${'Z9'.repeat(22)}_abcdef`;
  const token = `eyJhbGciOiJSUzI1NiJ9.${'eyJzdWIi'.repeat(3)}.c2lnbmF0dXJl`;
  await ask(`query ${key} { film(slug: "${key}") { title } }`, '1'.repeat(32), {
    authorization: `Bearer ${token}`,
    cookie: `session=${token}`,
  });
  await fetch(`${gateway.url}/films/${key}?token=${token}`);
  for (const emulator of ['content', 'media', 'search'] as const)
    await house.faults(emulator, [{ kind: 'status', status: 401, body: { message: house.config.secrets } }]);
  await ask('{ film(slug: "clifford") { title } search(query: "quoted") { totalCount } }', '2'.repeat(32));
  for (const emulator of ['content', 'media', 'search'] as const) await house.faults(emulator);
  const told = gateway.text() + gateway.sent.join('\n');
  expect(told).toContain('UPSTREAM_REFUSED');
  expect(told).toContain('[secret]');
  const secrets = house.config.secrets.filter((secret) => secret !== 'canary-metrics');
  expect(secrets.length).toBeGreaterThan(6);
  // Also not cut short, as complaints of providers are.
  const canaries = [...secrets.map((secret) => secret.slice(0, 40)), 'Z9Z9Z9', 'c2lnbmF0dXJl'];
  expect(canaries.filter((canary) => told.includes(canary))).toEqual([]);
});

const readMetrics = async () => (await fetch(`${gateway.url}/metrics`)).text();

test('/metrics with a token is for those who have it, and for no page of another site', async () => {
  const read = (token: string) =>
    fetch(`${house.url}/metrics`, {
      headers: { authorization: `Bearer ${token}`, origin: 'https://elsewhere.example' },
    });
  const refused = await read('other');
  expect([refused.status, await refused.text()]).toEqual([401, expect.stringContaining('METRICS_TOKEN')]);
  const told = await read('canary-metrics');
  expect(await told.text()).toContain('trivium_build_info');
  expect(told.headers.get('access-control-allow-origin')).toBeNull();
});

test('/metrics counts requests, errors by code and lines of the log', async () => {
  const metrics = await readMetrics();
  expect(metrics).toMatch(/trivium_request_duration_seconds_count\{kind="graphql",status="2xx"\} \d/);
  expect(metrics).toMatch(/trivium_graphql_errors_total\{code="UPSTREAM_UNAVAILABLE"\} [1-9]/);
  expect(metrics).toMatch(/trivium_log_lines_total\{level="warn"\} [1-9]/);
  expect(metrics).toMatch(/trivium_build_info\{version="[\d.]+",node="v\d+.*"\} 1/);
});

test('every alert and every panel asks for metrics that there are, and every alert says what to do', async () => {
  const told = metricsOf(await readMetrics());
  const alerts = readAlerts();
  const asked = [...alerts.map(({ expr }) => expr), ...readDashboard()].flatMap(metricsIn);
  expect(alerts.length).toBeGreaterThan(10);
  expect(asked.filter((name) => !told.has(name))).toEqual([]);
  const headings: readonly string[] =
    readFileSync(`${ROOT}docs/operating.md`, 'utf8').match(/^#### .+$/gm) ?? [];
  expect(alerts.map(({ alert }) => `#### ${alert}`).filter((heading) => !headings.includes(heading))).toEqual(
    [],
  );
  for (const { alert, annotations } of alerts)
    expect(annotations.runbook_url).toBe(`docs/operating.md#${alert.toLowerCase()}`);
});

test('an alert about the first of something finds the nought before it', async () => {
  const { text } = await createMetrics().scrape();
  const lines = text.split('\n');
  const onFirst = readAlerts().filter(({ expr }) => /\bincrease\(|trivium_upstream_rejected/.test(expr));
  const selected = onFirst.flatMap(({ expr }) => selectedIn(expr));
  expect(selected.length).toBeGreaterThan(6);
  const missing = selected.flatMap(({ metric, label, values }) =>
    values
      .filter(
        (value) => !lines.some((line) => line.startsWith(metric) && line.includes(`${label}="${value}"`)),
      )
      .map((value) => `${metric}{${label}="${value}"}`),
  );
  expect(missing).toEqual([]);
});

test('what is not sent yet is sent when the gateway ends', async () => {
  const trace = '9'.repeat(32);
  await fetch(`${gateway.url}/health/live`, { headers: { traceparent: `00-${trace}-${PARENT}-01` } });
  gateway.process.kill('SIGTERM');
  await once(gateway.process, 'exit');
  expect(gateway.spans().some(({ traceId }) => traceId === trace)).toBe(true);
});
