import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { UpstreamError } from '../../core/errors.ts';
import { createResiliencePolicy, type ResilienceLimits } from './resiliencePolicy.ts';
import { createUpstreamCall } from './upstreamCall.ts';

const never = new AbortController().signal;
const unavailable = () => new UpstreamError('search', 'UPSTREAM_UNAVAILABLE', new Error('down'));

/** A line over a provider that does what `act` says; `calls` counts how often it was asked. */
function lineTo(
  act: (call: number) => Promise<string>,
  limits: Partial<ResilienceLimits> = {},
  timeoutMs = 500,
) {
  const asked = { calls: 0 };
  const line = createResiliencePolicy('search', { limits });
  const wire = createUpstreamCall({
    provider: 'search',
    timeoutMs: timeoutMs,
    readFailure: () => ({ status: undefined }),
  });
  const ask = (isIdempotent = true, signal = never) =>
    line(wire, { timeoutMs, isIdempotent })(signal, () => act(++asked.calls)).catch(
      (error: UpstreamError) => error,
    );
  return { ask, asked };
}

test('a read that fails once is repeated, and a write is not', async () => {
  const flaky = async (call: number) => {
    if (call % 2 === 1) throw unavailable();
    return 'answer';
  };
  const read = lineTo(flaky);
  expect(await read.ask()).toBe('answer');
  expect(read.asked.calls).toBe(2);
  const write = lineTo(flaky);
  expect(await write.ask(false)).toBeInstanceOf(UpstreamError);
  expect(write.asked.calls).toBe(1);
});

test('a refusal is not repeated', async () => {
  const { ask, asked } = lineTo(async () => {
    throw new UpstreamError('search', 'UPSTREAM_REFUSED', new Error('403'));
  });
  await ask();
  expect(asked.calls).toBe(1);
});

test('repeating ends when a tenth of the calls has been repeated, so that a provider in trouble is not asked twice as much', async () => {
  const { ask, asked } = lineTo(
    async () => {
      throw unavailable();
    },
    { minCalls: 1e9 },
  );
  for (let i = 0; i < 100; i++) await ask();
  expect(asked.calls).toBeLessThan(120);
});

test('a provider that fails is left alone, and asked once after a rest', async () => {
  let isDown = true;
  const { ask, asked } = lineTo(
    async () => {
      if (isDown) throw unavailable();
      return 'answer';
    },
    { minCalls: 10, halfOpenAfterMs: 60 },
  );
  for (let i = 0; i < 100; i++) await ask(false);
  expect(asked.calls).toBeLessThan(30);
  isDown = false;
  const before = asked.calls;
  expect(await ask(false)).toMatchObject({ extensions: { code: 'UPSTREAM_UNAVAILABLE' } });
  expect(asked.calls).toBe(before);
  await sleep(80);
  expect(await ask(false)).toBe('answer');
  expect(await ask(false)).toBe('answer');
});

test('where few ask, a provider that does nothing but fail for a while is left alone, and one that fails now and then is not', async () => {
  const policy = { minCalls: 1e9, maxConsecutiveFailures: 5, consecutiveFailuresMs: 0 };
  const down = lineTo(async () => {
    throw unavailable();
  }, policy);
  for (let i = 0; i < 20; i++) await down.ask(false);
  expect(down.asked.calls).toBe(5);
  const shaky = lineTo(async (call) => {
    if (call % 5 !== 0) throw unavailable();
    return 'answer';
  }, policy);
  for (let i = 0; i < 20; i++) await shaky.ask(false);
  expect(shaky.asked.calls).toBe(20);
});

test('a provider that wants silence has it for as long as it says', async () => {
  let now = 0;
  const asked = { calls: 0 };
  const line = createResiliencePolicy('search', { now: () => now });
  const wire = createUpstreamCall({
    provider: 'search',
    timeoutMs: 500,
    readFailure: () => ({ status: 429, retryAfter: 7 }),
  });
  const ask = () =>
    line(wire, { timeoutMs: 500, isIdempotent: true })(never, async () => {
      asked.calls += 1;
      throw new Error('too many');
    }).catch((error: UpstreamError) => error.extensions);
  expect(await ask()).toMatchObject({ code: 'UPSTREAM_THROTTLED', retryAfter: 7 });
  now = 5_500;
  expect(await ask()).toMatchObject({ code: 'UPSTREAM_THROTTLED', retryAfter: 2 });
  expect(asked.calls).toBe(1);
  now = 7_001;
  await ask();
  expect(asked.calls).toBe(2);
});

test('whoever waits for a place waits no longer than the deadline', async () => {
  const line = createResiliencePolicy('search', { limits: { maxConcurrent: 1, maxQueued: 10 } });
  const wire = createUpstreamCall({
    provider: 'search',
    timeoutMs: 60_000,
    readFailure: () => ({ status: undefined }),
  });
  const asked = { calls: 0 };
  const gone = new AbortController();
  const ask = (timeoutMs: number) =>
    line(wire, { timeoutMs, isIdempotent: false })(gone.signal, async () => {
      asked.calls += 1;
      return new Promise(() => {});
    }).catch((error: UpstreamError) => error.extensions);
  const taken = ask(60_000);
  for (const failure of await Promise.all([ask(50), ask(50)]))
    expect(failure).toMatchObject({ code: 'UPSTREAM_TIMEOUT' });
  expect(asked.calls).toBe(1);
  gone.abort();
  await taken;
});

test('whoever waited for a place goes on as itself, and not as the call that left it', async () => {
  const line = createResiliencePolicy('search', { limits: { maxConcurrent: 1, maxQueued: 10 } });
  const wire = createUpstreamCall({
    provider: 'search',
    timeoutMs: 60_000,
    readFailure: () => ({ status: undefined }),
  });
  const asking = new AsyncLocalStorage<string>();
  const seen: unknown[] = [];
  const ask = async () => {
    seen.push(asking.getStore());
    await sleep(1);
  };
  const { signal } = new AbortController();
  await Promise.all(
    ['one', 'two', 'three'].map((name) =>
      asking.run(name, () => line(wire, { timeoutMs: 60_000, isIdempotent: false })(signal, ask)),
    ),
  );
  expect(seen).toEqual(['one', 'two', 'three']);
});

test('clients that go say nothing of the provider', async () => {
  const { ask } = lineTo(async (call) => (call > 40 ? 'answer' : sleep(10_000, 'late', { ref: false })), {
    minCalls: 5,
  });
  for (let i = 0; i < 40; i++) await ask(false, AbortSignal.timeout(1));
  expect(await ask(false)).toBe('answer');
});

test('a slow provider holds so many calls and no more; others wait their turn or are refused at once', async () => {
  let running = 0;
  let most = 0;
  const { ask } = lineTo(
    async () => {
      running += 1;
      most = Math.max(most, running);
      await sleep(20);
      running -= 1;
      return 'answer';
    },
    { maxConcurrent: 3, maxQueued: 4 },
  );
  const answers = await Promise.all(Array.from({ length: 20 }, () => ask(false)));
  expect(most).toBe(3);
  expect(answers.filter((answer) => answer === 'answer')).toHaveLength(7);
});

test('the whole, repetition included, ends by the deadline', async () => {
  const { ask } = lineTo(
    async (call) => {
      await sleep(call === 1 ? 40 : 10_000, undefined, { ref: false });
      throw unavailable();
    },
    {},
    1000,
  );
  const begun = performance.now();
  expect(await ask()).toMatchObject({ extensions: { code: 'UPSTREAM_TIMEOUT' } });
  expect(performance.now() - begun).toBeLessThan(5000);
});
