import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate as nextTask, setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { within } from '../../../tests/support/within.ts';
import type { Caller } from '../../core/context.ts';
import { UpstreamError } from '../../core/errors.ts';
import { runForCaller } from './caller.ts';
import type { CallLimiter } from './callLimit.ts';
import { createResiliencePolicy, type ResilienceLimits, type ResiliencePolicy } from './resiliencePolicy.ts';
import { createUpstreamCall, type UpstreamCallOptions } from './upstreamCall.ts';

const never = new AbortController().signal;
const unavailable = () => new UpstreamError('search', 'UPSTREAM_UNAVAILABLE', new Error('down'));

const createCall = (policy: ResiliencePolicy, options: Partial<UpstreamCallOptions> = {}) =>
  createUpstreamCall({
    provider: 'search',
    timeoutMs: 60_000,
    readFailure: () => ({ status: undefined }),
    policy,
    ...options,
  });

/** Creates a policy over a provider that `respond` implements. `count.calls` is the number of its calls. */
function createCaller(
  respond: (call: number) => Promise<string>,
  limits: Partial<ResilienceLimits> = {},
  timeoutMs = 10_000,
) {
  const count = { calls: 0 };
  const policy = createResiliencePolicy('search', { limits });
  const call = (isIdempotent = true, signal = never) =>
    createCall(policy, { timeoutMs, isIdempotent })(signal, () => respond(++count.calls)).catch(
      (error: UpstreamError) => error,
    );
  return { call, count };
}

test('resilience policy: retries a failed read and does not retry a write', async () => {
  const flaky = async (attempt: number) => {
    if (attempt % 2 === 1) throw unavailable();
    return 'response';
  };
  const read = createCaller(flaky);
  expect(await read.call()).toBe('response');
  expect(read.count.calls).toBe(2);
  const write = createCaller(flaky);
  expect(await write.call(false)).toBeInstanceOf(UpstreamError);
  expect(write.count.calls).toBe(1);
});

test('resilience policy: does not retry a rejection', async () => {
  const { call, count } = createCaller(async () => {
    throw new UpstreamError('search', 'UPSTREAM_REJECTED', new Error('403'));
  });
  await call();
  expect(count.calls).toBe(1);
});

test('resilience policy: retries at most a tenth of the calls', async () => {
  const { call, count } = createCaller(
    async () => {
      throw unavailable();
    },
    { minCalls: 1e9 },
  );
  for (let i = 0; i < 100; i++) await call();
  expect(count.calls).toBeLessThan(120);
});

/** Creates a caller whose circuit has opened, and whose provider then responds. */
async function createOpenedCaller(halfOpenAfterMs: number) {
  let isDown = true;
  const caller = createCaller(
    async () => {
      if (isDown) throw unavailable();
      return 'response';
    },
    { minCalls: 10, halfOpenAfterMs },
  );
  for (let i = 0; i < 100; i++) await caller.call(false);
  isDown = false;
  return caller;
}

test('circuit breaker: opens after failures, and rejects calls', async () => {
  const { call, count } = await createOpenedCaller(60_000);
  expect(count.calls).toBeLessThan(30);
  const before = count.calls;
  expect(await call(false)).toMatchObject({ extensions: { code: 'UPSTREAM_UNAVAILABLE' } });
  expect(count.calls).toBe(before);
});

test('circuit breaker: calls during a test call wait for its result', async () => {
  const test = Promise.withResolvers<string>();
  let now = 0;
  let calls = 0;
  const policy = createResiliencePolicy('search', { limits: { minCalls: 10 }, now: () => now });
  const call = (signal = never) =>
    createCall(policy)(signal, () => {
      calls += 1;
      return calls <= 10 ? Promise.reject(unavailable()) : test.promise;
    }).catch((error: UpstreamError) => error.extensions.code);
  for (let i = 0; i < 10; i++) await call();
  now = 5_000;
  const client = new AbortController();
  const [testCall, waiting, left] = [call(), call(), call(client.signal)];
  client.abort();
  expect(await left).toBe('UPSTREAM_UNAVAILABLE');
  expect(calls).toBe(11);
  test.resolve('response');
  expect(await Promise.all([testCall, waiting])).toEqual(['response', 'response']);
  expect(calls).toBe(12);
});

test('circuit breaker: a test call that its client cancels proves nothing, and the next call is the test', async () => {
  let now = 0;
  let calls = 0;
  const testSent = Promise.withResolvers<void>();
  const policy = createResiliencePolicy('search', { limits: { minCalls: 10 }, now: () => now });
  const call = (signal = never) =>
    createCall(policy)(signal, (ended) => {
      calls += 1;
      if (calls !== 11) return Promise.reject(unavailable());
      testSent.resolve();
      return new Promise((_resolve, reject) => {
        ended.addEventListener('abort', () => reject(ended.reason));
      });
    }).catch((error: UpstreamError) => error.extensions.code);
  for (let i = 0; i < 10; i++) await call();
  now = 5_000;
  const client = new AbortController();
  const cancelled = call(client.signal);
  await testSent.promise;
  client.abort();
  await cancelled;
  expect(calls).toBe(11);
  await call();
  expect(calls).toBe(12);
  await call();
  expect(calls).toBe(12);
});

test('circuit breaker: failures before the window do not count', async () => {
  let now = 0;
  let calls = 0;
  const policy = createResiliencePolicy('search', {
    limits: { minCalls: 10, maxConsecutiveFailures: 1e9 },
    now: () => now,
  });
  const call = () =>
    createCall(policy)(never, () => {
      calls += 1;
      return Promise.reject(unavailable());
    }).catch(() => undefined);
  for (now = 0; now < 40_000; now += 1_200) await call();
  expect(calls).toBe(34);
  for (let i = 0; i < 10; i++) await call();
  expect(calls).toBe(36);
});

test('circuit breaker: closes after one successful call', async () => {
  const { call } = await createOpenedCaller(50);
  await within(1_000, async () => expect(await call(false)).toBe('response'));
  expect(await call(false)).toBe('response');
});

test('circuit breaker: with few calls it opens after consecutive failures only', async () => {
  const limits = { minCalls: 1e9, maxConsecutiveFailures: 5, consecutiveFailuresMs: 0 };
  const down = createCaller(async () => {
    throw unavailable();
  }, limits);
  for (let i = 0; i < 20; i++) await down.call(false);
  expect(down.count.calls).toBe(5);
  const flakyProvider = createCaller(async (attempt) => {
    if (attempt % 5 !== 0) throw unavailable();
    return 'response';
  }, limits);
  for (let i = 0; i < 20; i++) await flakyProvider.call(false);
  expect(flakyProvider.count.calls).toBe(20);
});

test('throttle: sends no call for 2 s after a 429 without Retry-After', async () => {
  let now = 0;
  let calls = 0;
  const policy = createResiliencePolicy('search', { now: () => now });
  const search = createCall(policy, { isIdempotent: true, readFailure: () => ({ status: 429 }) });
  const call = () =>
    search(never, async () => {
      calls += 1;
      throw new Error('too many');
    }).catch((error: UpstreamError) => error.extensions);
  await call();
  now = 1_999;
  expect(await call()).toMatchObject({ code: 'UPSTREAM_THROTTLED', retryAfter: 1 });
  expect(calls).toBe(1);
  now = 2_001;
  await call();
  expect(calls).toBe(2);
});

test('throttle: sends no call for the seconds of Retry-After', async () => {
  let now = 0;
  const count = { calls: 0 };
  const policy = createResiliencePolicy('search', { now: () => now });
  const search = createCall(policy, {
    isIdempotent: true,
    readFailure: () => ({ status: 429, retryAfter: 7 }),
  });
  const call = () =>
    search(never, async () => {
      count.calls += 1;
      throw new Error('too many');
    }).catch((error: UpstreamError) => error.extensions);
  expect(await call()).toMatchObject({ code: 'UPSTREAM_THROTTLED', retryAfter: 7 });
  now = 5_500;
  expect(await call()).toMatchObject({ code: 'UPSTREAM_THROTTLED', retryAfter: 2 });
  expect(count.calls).toBe(1);
  now = 7_001;
  await call();
  expect(count.calls).toBe(2);
});

test.each([1e12, Number.POSITIVE_INFINITY])(
  'throttle: limits a Retry-After of %d seconds',
  async (retryAfter) => {
    let now = 0;
    const policy = createResiliencePolicy('search', { now: () => now });
    const search = createCall(policy, {
      isIdempotent: true,
      readFailure: () => ({ status: 429, retryAfter }),
    });
    let calls = 0;
    const call = () =>
      search(never, async () => {
        calls += 1;
        throw new Error('too many');
      }).catch((error: UpstreamError) => error.extensions);
    expect(await call()).toMatchObject({ code: 'UPSTREAM_THROTTLED', retryAfter: 60 });
    now = 60_001;
    await call();
    expect(calls).toBe(2);
  },
);

test('bulkhead: a queued call ends at its deadline', async () => {
  const policy = createResiliencePolicy('search', { limits: { maxConcurrent: 1, maxQueued: 10 } });
  const count = { calls: 0 };
  const client = new AbortController();
  const call = (timeoutMs: number) =>
    createCall(policy, { timeoutMs })(client.signal, async () => {
      count.calls += 1;
      return new Promise(() => {});
    }).catch((error: UpstreamError) => error.extensions);
  const running = call(60_000);
  for (const failure of await Promise.all([call(50), call(50)]))
    expect(failure).toMatchObject({ code: 'UPSTREAM_TIMEOUT' });
  expect(count.calls).toBe(1);
  client.abort();
  await running;
});

test('bulkhead: a queued call keeps its async context', async () => {
  const policy = createResiliencePolicy('search', { limits: { maxConcurrent: 1, maxQueued: 10 } });
  const context = new AsyncLocalStorage<string>();
  const seen: unknown[] = [];
  const load = async () => {
    seen.push(context.getStore());
    await nextTask();
  };
  const { signal } = new AbortController();
  await Promise.all(
    ['one', 'two', 'three'].map((name) => context.run(name, () => createCall(policy)(signal, load))),
  );
  expect(seen).toEqual(['one', 'two', 'three']);
});

test('circuit breaker: does not count calls that the client aborts', async () => {
  const { call } = createCaller(
    async (attempt) => (attempt > 40 ? 'response' : sleep(10_000, 'late', { ref: false })),
    {
      minCalls: 5,
    },
  );
  for (let i = 0; i < 40; i++) await call(false, AbortSignal.timeout(1));
  expect(await call(false)).toBe('response');
});

test('circuit breaker: does not count timeouts of calls that lost their time in the queue', async () => {
  const { call, count } = createCaller(
    async (attempt) => {
      if (attempt === 1) await sleep(100);
      if (attempt === 2) await sleep(60_000, undefined, { ref: false });
      return 'response';
    },
    { maxConcurrent: 1, maxConsecutiveFailures: 1, consecutiveFailuresMs: 0 },
    500,
  );
  const [, queued] = await Promise.all([call(false), call(false)]);
  expect(queued).toMatchObject({ extensions: { code: 'UPSTREAM_TIMEOUT' } });
  expect(await call(false)).toBe('response');
  expect(count.calls).toBe(3);
});

test('bulkhead: limits concurrent and queued calls, and rejects further calls at once', async () => {
  let running = 0;
  let maxRunning = 0;
  const released = Promise.withResolvers<void>();
  const { call } = createCaller(
    async () => {
      running += 1;
      maxRunning = Math.max(maxRunning, running);
      await released.promise;
      await nextTask();
      running -= 1;
      return 'response';
    },
    { maxConcurrent: 3, maxQueued: 4 },
  );
  // One caller gets three of the four places in the queue.
  const accepted = Array.from({ length: 6 }, () => call(false));
  const rejections = await Promise.all(Array.from({ length: 14 }, () => call(false)));
  released.resolve();
  expect(await Promise.all(accepted)).toEqual(Array(6).fill('response'));
  expect(maxRunning).toBe(3);
  for (const rejection of rejections)
    expect(rejection).toMatchObject({
      extensions: { code: 'CALL_LIMIT_REACHED', service: 'search', limit: { waiting: 3 }, retryAfter: 1 },
    });
});

test('call limits: charges each attempt, and refunds what is not sent', async () => {
  let balance = 0;
  const charged: (Caller | undefined)[] = [];
  const callLimiter: CallLimiter = {
    async charge(_provider, caller, calls) {
      charged.push(caller);
      balance += calls;
      return () => {
        balance -= calls;
      };
    },
  };
  const limits = { maxConcurrent: 1, maxQueued: 0, minCalls: 1e9, maxConsecutiveFailures: 1e9 };
  const policy = createResiliencePolicy('search', { limits, callLimiter });
  const call = (respond: () => Promise<unknown>) =>
    createCall(policy, { isIdempotent: true })(never, respond, { calls: 5 }).catch(
      (error: UpstreamError) => error.extensions.code,
    );
  const caller: Caller = { kind: 'key', name: 'key:partner', address: '' };

  expect(await runForCaller(caller, () => call(() => Promise.reject(unavailable())))).toBe(
    'UPSTREAM_UNAVAILABLE',
  );
  expect([balance, charged]).toEqual([10, [caller, caller]]);
  const { promise, resolve } = Promise.withResolvers<string>();
  const running = call(() => promise);
  expect(await call(async () => 'response')).toBe('UPSTREAM_UNAVAILABLE');
  resolve('response');
  expect(await running).toBe('response');
  expect(balance).toBe(15);
});

test('resilience policy: a call and its retry have one deadline', async () => {
  const signals: AbortSignal[] = [];
  const search = createCall(createResiliencePolicy('search'), { isIdempotent: true });
  const call = search(never, async (signal) => {
    signals.push(signal);
    throw unavailable();
  });
  await expect(call).rejects.toMatchObject({ extensions: { code: 'UPSTREAM_UNAVAILABLE' } });
  const [first, second] = signals;
  expect(signals).toHaveLength(2);
  expect(second).toBe(first);
});

test('resilience policy: a retry without a response ends at the deadline', async () => {
  const { call, count } = createCaller(
    async (attempt) => {
      if (attempt > 1) await sleep(60_000, undefined, { ref: false });
      throw unavailable();
    },
    {},
    300,
  );
  expect(await call()).toMatchObject({ extensions: { code: 'UPSTREAM_TIMEOUT' } });
  expect(count.calls).toBe(2);
});
