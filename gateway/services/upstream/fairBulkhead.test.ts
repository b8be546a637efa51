import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { BulkheadFull, CallerQueueFull, createFairBulkhead } from './fairBulkhead.ts';

/** A call that waits for a slot, runs or has ended. */
interface TestCall {
  readonly caller: string;
  state: 'waiting' | 'running' | 'ended';
  /** The error of `run`. */
  error?: unknown;
  finish(): void;
  abort(): void;
}

/** Creates a bulkhead whose calls run until `finish`. */
function createTestBulkhead(maxConcurrent: number, maxQueued: number) {
  let queueLength = 0;
  const bulkhead = createFairBulkhead({
    maxConcurrent,
    maxQueued,
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
        bulkhead
          .run(caller, controller.signal, () => {
            call.state = 'running';
            return work.promise;
          })
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

describe('fair bulkhead', () => {
  test('leaves a quarter of the slots to other callers, which start at once', async () => {
    const { start, inState } = createTestBulkhead(20, 100);
    await start('busy', 60);
    expect(inState('running')).toHaveLength(15);
    expect((await start('other')).state).toBe('running');
    expect((await start('third')).state).toBe('running');
  });

  test('serves waiting callers in turn', async () => {
    const { start, finish, inState } = createTestBulkhead(1, 100);
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

  test('rejects calls above a share of the queue, and accepts those of others', async () => {
    const { start, inState } = createTestBulkhead(1, 20);
    await start('busy', 30);
    expect(inState('waiting')).toHaveLength(15);
    expect(inState('ended').map(({ error }) => error)).toEqual(
      Array.from({ length: 14 }, () => expect.any(CallerQueueFull)),
    );
    expect((await start('other')).state).toBe('waiting');
    for (let i = 0; i < 4; i++) await start(`caller ${i}`);
    expect((await start('late')).error).toBeInstanceOf(BulkheadFull);
  });

  test('an aborted call leaves the queue, and its place is free again', async () => {
    const { start, finish, queueLength } = createTestBulkhead(1, 1);
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
    const bulkhead = createFairBulkhead({ maxConcurrent: 1, maxQueued: 0 });
    const never = new AbortController().signal;
    const fail = () => bulkhead.run('a', never, () => Promise.reject(new Error('failed')));
    await expect(fail()).rejects.toThrow('failed');
    await expect(fail()).rejects.toThrow('failed');
    const gone = AbortSignal.abort(new Error('gone'));
    await expect(bulkhead.run('a', gone, async () => 'response')).rejects.toThrow('gone');
    expect(await bulkhead.run('a', never, async () => 'response')).toBe('response');
  });

  test('keeps its limits and starves no caller, whatever callers do', async () => {
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
          const bulkhead = createTestBulkhead(maxConcurrent, maxQueued);
          const { inState, calls } = bulkhead;
          /** For a waiting caller without a slot: the calls of each other caller that started meanwhile. */
          const overtaken = new Map<string, Map<string, number>>();
          const check = (startedBefore: ReadonlySet<TestCall>) => {
            const [running, waiting] = [inState('running'), inState('waiting')];
            expect(running.length).toBeLessThanOrEqual(maxConcurrent);
            expect(waiting.length).toBeLessThanOrEqual(maxQueued);
            expect(bulkhead.queueLength()).toBe(waiting.length);
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
              if (kind === 'start') return bulkhead.start(caller);
              return kind === 'finish' ? call?.finish() : call?.abort();
            });
          }
          while (inState('running').length > 0) await act(() => inState('running')[0]?.finish());
          expect(inState('waiting')).toEqual([]);
          const failures = calls.filter(({ error }) => error !== undefined);
          for (const { error } of failures)
            expect(
              error instanceof BulkheadFull ||
                error instanceof CallerQueueFull ||
                (error as Error).message === 'aborted',
            ).toBe(true);
        },
      ),
      { numRuns: 60 },
    );
  });
});
