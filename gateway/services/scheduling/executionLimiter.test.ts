import { describe, expect, test } from '@jest/globals';
import { createExecutionLimiter, ExecutionQueueFull } from './executionLimiter.ts';

const LIMITS = { maxPoints: 100, maxWaitingPerCaller: 2, maxWaiting: 3 };
const NEVER = new AbortController().signal;

/** Creates a limiter that records the operations in the order of their start. */
function setUp() {
  const limiter = createExecutionLimiter(LIMITS);
  const started: string[] = [];
  const start = (name: string, points = 100, signal = NEVER) => {
    const execution = limiter.start(name[0] as string, points, signal).then((end) => {
      started.push(name);
      return end;
    });
    execution.catch(() => undefined);
    return execution;
  };
  return { limiter, started, start };
}

describe('execution limiter', () => {
  test('delays the operations of a caller over the limit in order, and no other caller', async () => {
    const { started, start } = setUp();
    const [first, second] = [start('a1', 60), start('a2', 60)];
    void start('a3');
    void start('a4');
    await start('b1');
    expect(started).toEqual(['a1', 'a2', 'b1']);
    (await first)();
    await start('c1');
    // 60 of 100 points are in execution, so that the next operation starts, whatever its cost.
    expect(started.toSorted()).toEqual(['a1', 'a2', 'a3', 'b1', 'c1']);
    (await second)();
    (await second)();
    await start('d1');
    expect(started).not.toContain('a4');
  });

  test('an operation above the limit starts, and the next one waits for its end', async () => {
    const { started, start } = setUp();
    const large = await start('a1', 1_000);
    const next = start('a2', 1);
    large();
    await next;
    expect(started).toEqual(['a1', 'a2']);
  });

  test('rejects excess of one caller and of all', async () => {
    const { start } = setUp();
    await Promise.all(['a1', 'b1'].map((name) => start(name)));
    void start('a2');
    void start('a3');
    await expect(start('a4')).rejects.toEqual(new ExecutionQueueFull(2, true));
    void start('b2');
    await expect(start('b3')).rejects.toEqual(new ExecutionQueueFull(3, false));
  });

  test('ends the wait at the deadline and when the client disconnects', async () => {
    const { started, start } = setUp();
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
