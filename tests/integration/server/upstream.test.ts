import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { pino } from 'pino';
import { UpstreamError } from '../../../gateway/core/errors.ts';
import type { Fault } from '../../../gateway/emulators/shared/faults.ts';
import { createMetrics } from '../../../gateway/services/telemetry/metrics.ts';
import { createProviderHealth } from '../../../gateway/services/telemetry/providerHealth.ts';
import { type House, openHouse } from '../../support/stack.ts';

const QUESTIONS = {
  content: '{ films(first: 1) { nodes { title } } }',
  search: '{ search(query: "lorenz") { totalCount } }',
} as const;

describe('what is asked of a provider that fails', () => {
  let house: House;
  let elsewhere = 0;
  const stranger = createServer((_request, answer) => {
    elsewhere += 1;
    answer.end('{}');
  });
  beforeAll(async () => {
    stranger.listen(0, '127.0.0.1');
    await once(stranger, 'listening');
    // No case is to open the breaker for the next.
    const line = { minCalls: 1e9, maxConsecutiveFailures: 1e9 };
    house = await openHouse({ cache: false, line, env: { CONSUME_CHANGES: 'off' } });
  });
  afterAll(async () => {
    await house.close();
    stranger.close();
  });

  const CASES: readonly [string, Fault, number, string][] = [
    ['a fault of its own', { kind: 'status', status: 500 }, 2, 'UPSTREAM_UNAVAILABLE'],
    ['a broken connection', { kind: 'reset' }, 2, 'UPSTREAM_UNAVAILABLE'],
    ['a key that opens nothing', { kind: 'status', status: 401 }, 1, 'UPSTREAM_REFUSED'],
    ['a key that opens other things', { kind: 'status', status: 403 }, 1, 'UPSTREAM_REFUSED'],
    ['a redirect', { kind: 'redirect' }, 1, 'UPSTREAM_REFUSED'],
    ['a body without an end', { kind: 'endless' }, 1, 'UPSTREAM_TOO_LARGE'],
  ];
  for (const provider of ['content', 'search'] as const)
    test.each(CASES)(`${provider}, with %s`, async (_, fault, calls, code) => {
      const location = `http://127.0.0.1:${(stranger.address() as AddressInfo).port}/`;
      await house.faults(provider, [
        { ...fault, ...(fault.kind === 'redirect' && { headers: { location } }) },
      ]);
      await house.forget();
      const { errors, extensions } = await house.ask(QUESTIONS[provider]);
      await house.faults(provider);
      if (provider === 'content') expect(errors[0]?.extensions).toMatchObject({ code, service: provider });
      // The content service stands in, and says so.
      else expect([errors, extensions]).toMatchObject([[], { fallback: { search: 'content' } }]);
      expect((await house.requests())[provider]).toHaveLength(calls);
      expect(elsewhere).toBe(0);
    });
});

test('an operation that is out of time answers with what it has', async () => {
  const house = await openHouse({
    cache: false,
    env: { OPERATION_TIMEOUT_SECONDS: '2', CONSUME_CHANGES: 'off' },
  });
  try {
    await house.faults('content', [{ kind: 'latency', ms: 1100 }]);
    // What is related is found by the search service, and then asked of the content service once more.
    const { data, errors } = await house.ask('{ film(slug: "lorenz") { title related { title } } }');
    expect(data.film.title).toBe('Lorenz’s butterfly');
    expect(errors.length).toBeGreaterThan(0);
    for (const { extensions } of errors)
      expect(extensions).toMatchObject({ code: 'UPSTREAM_TIMEOUT', service: 'content' });
  } finally {
    await house.close();
  }
});

describe('a provider that is down', () => {
  let house: House;
  beforeAll(async () => {
    house = await openHouse({
      cache: false,
      indexed: false,
      line: { maxConsecutiveFailures: 4, consecutiveFailuresMs: 0, halfOpenAfterMs: 200 },
      env: { CONSUME_CHANGES: 'off' },
    });
  });
  afterEach(() => house.faults('content'));
  afterAll(() => house.close());

  const told = async () => (await fetch(`${house.url}/metrics`)).text();

  test('is left alone, asked again after a rest, and both can be seen', async () => {
    expect(await told()).toContain('trivium_upstream_circuit_breaker_state{provider="content"} 0');
    await house.faults('content', [{ kind: 'status', status: 500 }]);
    for (let i = 0; i < 2; i++) await house.ask(QUESTIONS.content);
    await house.forget();
    expect((await house.ask(QUESTIONS.content)).errors[0]?.extensions).toMatchObject({
      code: 'UPSTREAM_UNAVAILABLE',
    });
    const metrics = await told();
    expect(metrics).toMatch(/trivium_upstream_circuit_breaker_state\{provider="content"\} (1|0\.5)/);
    expect(metrics).toMatch(/trivium_upstream_retries_total\{provider="content"\} [1-9]/);

    await house.faults('content');
    let answer = await house.ask(QUESTIONS.content);
    while (answer.errors.length > 0) answer = await house.ask(QUESTIONS.content);
    expect(answer.data.films.nodes).toHaveLength(1);
    const after = await told();
    expect(after).toContain('trivium_upstream_circuit_breaker_state{provider="content"} 0');
    expect(after).toMatch(
      /trivium_upstream_rejected_total\{provider="content",reason="circuit_open"\} [1-9]/,
    );
  });
});

test('a provider that refuses the key is an error in the log, once in a while and without the key', () => {
  const lines: string[] = [];
  const log = pino({ level: 'debug' }, { write: (line: string) => lines.push(line) });
  const { recordCall, resilience } = createProviderHealth(createMetrics(), log);
  const error = new UpstreamError('media', 'UPSTREAM_REFUSED', new Error('401 unauthorized'));
  for (let i = 0; i < 3; i++)
    recordCall({
      provider: 'media',
      kind: 'asset',
      retries: 0,
      outcome: 'UPSTREAM_REFUSED',
      seconds: 0.1,
      error,
    });
  resilience.stateChanged('media', 'open');
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { level: 50, provider: 'media', cause: 'Error: 401 unauthorized' },
    { level: 40, provider: 'media', state: 'open' },
  ]);
});
