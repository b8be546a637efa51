import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { pino } from 'pino';
import { UpstreamError } from '../../../gateway/core/errors.ts';
import type { Fault } from '../../../gateway/emulators/shared/faults.ts';
import { createMetrics } from '../../../gateway/services/telemetry/metrics.ts';
import { createProviderHealth } from '../../../gateway/services/telemetry/providerMetrics.ts';
import { type Stack, startStack } from '../../support/stack.ts';
import { within } from '../../support/within.ts';

const QUERIES = {
  content: '{ films(first: 1) { nodes { title } } }',
  search: '{ search(query: "lorenz") { totalCount } }',
} as const;

describe('upstream retries', () => {
  let stack: Stack;
  let redirectedRequests = 0;
  const redirectTarget = createServer((_request, response) => {
    redirectedRequests += 1;
    response.end('{}');
  });
  beforeAll(async () => {
    redirectTarget.listen(0, '127.0.0.1');
    await once(redirectTarget, 'listening');
    // The circuit breaker stays closed in all cases.
    const resilience = { minCalls: 1e9, maxConsecutiveFailures: 1e9 };
    stack = await startStack({ hasCache: false, resilience, env: { CONSUME_CHANGES: 'off' } });
  });
  afterAll(async () => {
    await stack.close();
    redirectTarget.close();
  });

  const CASES: readonly [string, Fault, number, string][] = [
    ['status 500', { kind: 'status', status: 500 }, 2, 'UPSTREAM_UNAVAILABLE'],
    ['connection reset', { kind: 'reset' }, 2, 'UPSTREAM_UNAVAILABLE'],
    ['status 401', { kind: 'status', status: 401 }, 1, 'UPSTREAM_REJECTED'],
    ['status 403', { kind: 'status', status: 403 }, 1, 'UPSTREAM_REJECTED'],
    ['redirect', { kind: 'redirect' }, 1, 'UPSTREAM_REJECTED'],
    // Parsing the response can exceed the timeout first.
    ['body without an end', { kind: 'endless' }, 1, 'UPSTREAM_(TOO_LARGE|TIMEOUT)'],
  ];
  for (const provider of ['content', 'search'] as const)
    test.each(CASES)(`${provider}: %s`, async (_, fault, calls, code) => {
      const location = `http://127.0.0.1:${(redirectTarget.address() as AddressInfo).port}/`;
      await stack.setFaults(provider, [
        { ...fault, ...(fault.kind === 'redirect' && { headers: { location } }) },
      ]);
      await stack.clearRequests();
      const { errors, extensions } = await stack.query(QUERIES[provider]);
      await stack.setFaults(provider);
      const error = { code: expect.stringMatching(`^${code}$`), service: provider };
      if (provider === 'content') expect(errors[0]?.extensions).toMatchObject(error);
      // The content service is the fallback of search.
      else expect([errors, extensions]).toMatchObject([[], { fallback: { search: 'content' } }]);
      expect((await stack.requests())[provider]).toHaveLength(calls);
      expect(redirectedRequests).toBe(0);
    });
});

test('operation timeout: returns the fields that were resolved in time', async () => {
  const stack = await startStack({
    hasCache: false,
    env: { CONSUME_CHANGES: 'off' },
    config: { operationTimeoutMs: 2000 },
  });
  try {
    // `related` makes a search request and then a second content request, which gets no response.
    await stack.setFaults('content', [{ kind: 'latency', ms: 0, times: 1 }, { kind: 'hang' }]);
    const { data, errors } = await stack.query(
      '{ film(by: { slug: "lorenz" }) { title related { title } } }',
    );
    expect(data.film.title).toBe('Lorenz’s butterfly');
    expect(errors.length).toBeGreaterThan(0);
    for (const { extensions } of errors)
      expect(extensions).toMatchObject({ code: 'UPSTREAM_TIMEOUT', service: 'content' });
  } finally {
    await stack.close();
  }
});

describe('circuit breaker', () => {
  let stack: Stack;
  beforeAll(async () => {
    stack = await startStack({
      hasCache: false,
      hasIndex: false,
      resilience: { maxConsecutiveFailures: 4, consecutiveFailuresMs: 0, halfOpenAfterMs: 1_000 },
      env: { CONSUME_CHANGES: 'off' },
    });
  });
  afterEach(() => stack.setFaults('content'));
  afterAll(() => stack.close());

  const readMetrics = async () => (await fetch(`${stack.url}/metrics`)).text();

  test('opens after failures, closes after a successful probe, and is visible in /metrics', async () => {
    expect(await readMetrics()).toContain('trivium_upstream_circuit_breaker_state{provider="content"} 0');
    await stack.setFaults('content', [{ kind: 'status', status: 500 }]);
    for (let i = 0; i < 2; i++) await stack.query(QUERIES.content);
    await stack.clearRequests();
    expect((await stack.query(QUERIES.content)).errors[0]?.extensions).toMatchObject({
      code: 'UPSTREAM_UNAVAILABLE',
    });
    const metrics = await readMetrics();
    expect(metrics).toMatch(/trivium_upstream_circuit_breaker_state\{provider="content"\} (1|0\.5)/);
    expect(metrics).toMatch(/trivium_upstream_retries_total\{provider="content"\} [1-9]/);

    await stack.setFaults('content');
    await within(10_000, async () =>
      expect((await stack.query(QUERIES.content)).data.films?.nodes).toHaveLength(1),
    );
    const after = await readMetrics();
    expect(after).toContain('trivium_upstream_circuit_breaker_state{provider="content"} 0');
    expect(after).toMatch(
      /trivium_upstream_rejected_total\{provider="content",reason="circuit_open"\} [1-9]/,
    );
  });
});

test('provider health: logs rejected credentials as an error, at limited frequency and without the key', () => {
  const lines: string[] = [];
  const log = pino({ level: 'debug' }, { write: (line: string) => lines.push(line) });
  const { recordCall, resilience } = createProviderHealth(createMetrics(), log);
  const error = new UpstreamError('media', 'UPSTREAM_REJECTED', new Error('401 unauthorized'));
  for (let i = 0; i < 3; i++)
    recordCall({
      provider: 'media',
      kind: 'asset',
      retries: 0,
      outcome: 'UPSTREAM_REJECTED',
      seconds: 0.1,
      error,
    });
  resilience.stateChanged('media', 'open');
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { level: 50, provider: 'media', cause: expect.stringContaining('401 unauthorized') },
    { level: 40, provider: 'media', state: 'open' },
  ]);
});
