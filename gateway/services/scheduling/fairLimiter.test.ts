import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { createFairLimiter, QueueFull } from './fairLimiter.ts';

const NEVER = new AbortController().signal;

/** A call that waits for a slot, runs or has ended. */
interface TestCall {
  readonly caller: string;
  state: 'waiting' | 'running' | 'ended';
  /** The error of `run`. */
  error?: unknown;
  finish(): void;
  abort(): void;
}

/** Creates a limiter of calls that run until `finish`. */
function createTestLimiter(maxConcurrent: number, maxQueued: number) {
  let queueLength = 0;
  const limiter = createFairLimiter({
    max: maxConcurrent,
    sharePerFree: 3,
    queue: { max: maxQueued, sharePerFree: 3 },
    onQueueChanged(length) {
      queueLength = length;
    },
  });
  const calls: TestCall[] = [];
  const inState = (state: TestCall['state'], caller?: string) =>
    calls.filter((call) => call.state === state && (caller ?? call.caller) === call.caller);
  return {
    calls,
    inState,
    queueLength: () => queueLength,
    async start(caller: string, count = 1): Promise<TestCall> {
      for (let i = 0; i < count; i++) {
        const work = Promise.withResolvers<void>();
        const controller = new AbortController();
        const call: TestCall = {
          caller,
          state: 'waiting',
          finish: work.resolve,
          abort: () => controller.abort(new Error('aborted')),
        };
        calls.push(call);
        const run = async () => {
          using _slot = await limiter.start(caller, 1, controller.signal);
          call.state = 'running';
          await work.promise;
        };
        run()
          .catch((error: unknown) => {
            call.error = error;
          })
          .finally(() => {
            call.state = 'ended';
          });
      }
      await settle();
      return calls.at(-1) as TestCall;
    },
    async finish(call: TestCall | undefined) {
      call?.finish();
      await settle();
    },
  };
}

/** Waits until all settled promises have run their reactions. */
const settle = () => new Promise((done) => setImmediate(done));

describe('fair limiter: calls', () => {
  test('leaves a quarter of the slots to other callers, which start at once', async () => {
    const { start, inState } = createTestLimiter(20, 100);
    await start('busy', 60);
    expect(inState('running')).toHaveLength(15);
    expect((await start('other')).state).toBe('running');
    expect((await start('third')).state).toBe('running');
  });

  test('serves waiting callers in turn', async () => {
    const { start, finish, inState } = createTestLimiter(1, 100);
    const first = await start('busy');
    await start('busy', 10);
    for (const caller of ['a', 'b']) await start(caller, 2);
    await finish(first);
    const served: string[] = [];
    for (let running = inState('running')[0]; running; running = inState('running')[0]) {
      served.push(running.caller);
      await finish(running);
    }
    expect(served.slice(0, 6)).toEqual(['busy', 'a', 'b', 'busy', 'a', 'b']);
    expect(served).toHaveLength(14);
  });

  test('rejects calls above a share of the queue, and accepts calls of other keys', async () => {
    const { start, inState } = createTestLimiter(1, 20);
    await start('busy', 30);
    expect(inState('waiting')).toHaveLength(15);
    expect(inState('ended').map(({ error }) => error)).toEqual(
      Array.from({ length: 14 }, () => new QueueFull(15, true)),
    );
    expect((await start('other')).state).toBe('waiting');
    for (let i = 0; i < 4; i++) await start(`caller ${i}`);
    expect((await start('late')).error).toEqual(new QueueFull(20, false));
  });

  test('an aborted call leaves the queue, and its place is free again', async () => {
    const { start, finish, queueLength } = createTestLimiter(1, 1);
    const running = await start('a');
    const waiting = await start('b');
    expect(queueLength()).toBe(1);
    waiting.abort();
    const next = await start('c');
    expect([waiting.state, next.state, queueLength()]).toEqual(['ended', 'waiting', 1]);
    await finish(running);
    expect([next.state, queueLength()]).toEqual(['running', 0]);
  });

  test('a failed call frees its slot, and an aborted signal takes none', async () => {
    const limiter = createFairLimiter({ max: 1 });
    const fail = async () => {
      using _slot = await limiter.start('a', 1, NEVER);
      throw new Error('failed');
    };
    await expect(fail()).rejects.toThrow('failed');
    await expect(fail()).rejects.toThrow('failed');
    const gone = AbortSignal.abort(new Error('gone'));
    await expect(limiter.start('a', 1, gone)).rejects.toThrow('gone');
    using _slot = await limiter.start('a', 1, NEVER);
    await expect(limiter.start('a', 1, NEVER)).rejects.toEqual(new QueueFull(0, false));
  });

  test('keeps its limits and starves no caller', async () => {
    const caller = fc.constantFrom('a', 'b', 'c', 'd', 'e');
    const index = fc.nat({ max: 1000 });
    const step = fc.oneof(
      { weight: 3, arbitrary: fc.record({ act: fc.constant('start' as const), caller, index }) },
      { weight: 2, arbitrary: fc.record({ act: fc.constant('finish' as const), caller, index }) },
      { weight: 1, arbitrary: fc.record({ act: fc.constant('abort' as const), caller, index }) },
    );
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 6 }),
        fc.integer({ min: 0, max: 8 }),
        fc.array(step, { maxLength: 60 }),
        async (maxConcurrent, maxQueued, steps) => {
          const limiter = createTestLimiter(maxConcurrent, maxQueued);
          const { inState, calls } = limiter;
          /** For a waiting caller without a slot: the calls of each other caller that started meanwhile. */
          const overtaken = new Map<string, Map<string, number>>();
          const check = (startedBefore: ReadonlySet<TestCall>) => {
            const [running, waiting] = [inState('running'), inState('waiting')];
            expect(running.length).toBeLessThanOrEqual(maxConcurrent);
            expect(waiting.length).toBeLessThanOrEqual(maxQueued);
            expect(limiter.queueLength()).toBe(waiting.length);
            for (const { caller } of waiting) {
              const hasSlot = running.some((call) => call.caller === caller);
              // A free slot is never denied to a caller without one.
              if (!hasSlot) expect(running).toHaveLength(maxConcurrent);
              if (hasSlot) overtaken.delete(caller);
              else if (!overtaken.has(caller)) overtaken.set(caller, new Map());
            }
            for (const name of overtaken.keys())
              if (!waiting.some(({ caller }) => caller === name)) overtaken.delete(name);
            for (const started of running.filter((call) => !startedBefore.has(call)))
              for (const counts of overtaken.values()) {
                const count = (counts.get(started.caller) ?? 0) + 1;
                counts.set(started.caller, count);
                expect(count).toBe(1);
              }
          };
          const act = async (work: () => unknown) => {
            const startedBefore = new Set(calls.filter(({ state }) => state !== 'waiting'));
            await work();
            await settle();
            check(startedBefore);
          };
          for (const { act: kind, caller, index } of steps) {
            const candidates = inState(kind === 'finish' ? 'running' : 'waiting');
            const call = candidates[index % Math.max(1, candidates.length)];
            await act(() => {
              if (kind === 'start') return limiter.start(caller);
              return kind === 'finish' ? call?.finish() : call?.abort();
            });
          }
          while (inState('running').length > 0) await act(() => inState('running')[0]?.finish());
          expect(inState('waiting')).toEqual([]);
          const failures = calls.filter(({ error }) => error !== undefined);
          for (const { error } of failures)
            expect(error instanceof QueueFull || (error as Error).message === 'aborted').toBe(true);
        },
      ),
      { numRuns: 60 },
    );
  });
});

/** Creates a limiter that records the operations in the order of their start. */
function createExecutions() {
  const limiter = createFairLimiter({ maxPerKey: 100, queue: { max: 3, maxPerKey: 2 } });
  const started: string[] = [];
  const start = (name: string, points = 100, signal = NEVER) => {
    const execute = async () => {
      const slot = await limiter.start(name[0] as string, points, signal);
      started.push(name);
      return () => slot[Symbol.dispose]();
    };
    const execution = execute();
    execution.catch(() => undefined);
    return execution;
  };
  return { started, start };
}

describe('fair limiter: points in execution', () => {
  test('delays the operations of a caller over the limit in order, and no other caller', async () => {
    const { started, start } = createExecutions();
    const [first, second] = [start('a1', 60), start('a2', 60)];
    void start('a3');
    void start('a4');
    await start('b1');
    expect(started).toEqual(['a1', 'a2', 'b1']);
    (await first)();
    await start('c1');
    await settle();
    // 60 of 100 points are in execution, so that the next operation starts regardless of its cost.
    expect(started.toSorted()).toEqual(['a1', 'a2', 'a3', 'b1', 'c1']);
    (await second)();
    (await second)();
    await start('d1');
    expect(started).not.toContain('a4');
  });

  test('an operation above the limit starts, and the next one waits for its end', async () => {
    const { started, start } = createExecutions();
    const large = await start('a1', 1_000);
    const next = start('a2', 1);
    large();
    await next;
    expect(started).toEqual(['a1', 'a2']);
  });

  test('rejects excess of one caller and of all', async () => {
    const { start } = createExecutions();
    await Promise.all(['a1', 'b1'].map((name) => start(name)));
    void start('a2');
    void start('a3');
    await expect(start('a4')).rejects.toEqual(new QueueFull(2, true));
    void start('b2');
    await expect(start('b3')).rejects.toEqual(new QueueFull(3, false));
  });

  test('ends the wait at the deadline and when the client disconnects', async () => {
    const { started, start } = createExecutions();
    const end = await start('a1');
    const client = new AbortController();
    const abandoned = start('a2', 1, client.signal);
    client.abort(new Error('gone'));
    await expect(abandoned).rejects.toThrow('gone');
    await expect(start('a3', 1, AbortSignal.timeout(20))).rejects.toThrow('timeout');
    end();
    await start('a4');
    expect(started).toEqual(['a1', 'a4']);
  });
});

describe('fair limiter: bytes', () => {
  test('a key gets at most half of what is left, and never more than its maximum', () => {
    const limiter = createFairLimiter({ max: 100, maxPerKey: 40, sharePerFree: 1 / 2 });
    expect(limiter.leftOf('a')).toBe(40);
    limiter.take('a', 40);
    expect([limiter.leftOf('a'), limiter.leftOf('b')]).toEqual([-10, 30]);
    limiter.take('b', 30);
    expect([limiter.leftOf('b'), limiter.leftOf('c')]).toEqual([-15, 15]);
  });

  test('works with the same object count once in total, and for each key', () => {
    const limiter = createFairLimiter({ max: 100, maxPerKey: 50 });
    const body = {};
    const slots = ['a', 'b', 'c', 'd'].map((key) => limiter.take(key, 40, body));
    expect([limiter.leftOf('a'), limiter.leftOf('e')]).toEqual([10, 50]);
    limiter.take('e', 50);
    expect(limiter.leftOf('f')).toBe(50);
    limiter.take('f', 10);
    expect(limiter.leftOf('g')).toBe(0);
    for (const slot of slots.slice(1)) slot[Symbol.dispose]();
    expect(limiter.leftOf('g')).toBe(0);
    slots[0]?.[Symbol.dispose]();
    slots[0]?.[Symbol.dispose]();
    expect(limiter.leftOf('g')).toBe(50);
  });
});
