import { setImmediate as nextIteration } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { createFairScheduler } from './fairScheduler.ts';

const TURN_MS = 4;
const SLICE_MS = 10;
const CONNECTIONS = 5;

const block = (ms: number) => {
  for (const end = performance.now() + ms; performance.now() < end; );
};

test('fair scheduler: keys take turns, and the event loop runs between slices', async () => {
  const scheduler = createFairScheduler();
  const order: string[] = [];
  const work = async (key: string) => {
    await scheduler.next(key);
    order.push(key);
    await null;
    block(TURN_MS);
  };
  const done = Promise.all([...Array<string>(20).fill('a'), 'b', 'b'].map(work));
  let turnsBefore = 0;
  let longestSlice = 0;
  let isDone = false;
  void done.then(() => {
    isDone = true;
  });
  while (!isDone) {
    await nextIteration();
    longestSlice = Math.max(longestSlice, order.length - turnsBefore);
    turnsBefore = order.length;
  }
  expect(order.slice(0, 4)).toEqual(['a', 'b', 'a', 'b']);
  expect(order).toHaveLength(22);
  // A slice of 10 ms has room for three turns; a turn that is late makes it shorter.
  expect(longestSlice).toBeLessThanOrEqual(3);
});

test('fair scheduler: accepts the connections that wait before the next slice', async () => {
  const scheduler = createFairScheduler({ maxPauseMs: 10_000 });
  expect(scheduler.canContinue()).toBe(true);
  block(SLICE_MS);
  let iterations = 0;
  const connect = () => {
    scheduler.connectionAccepted();
    iterations += 1;
    if (iterations < CONNECTIONS) setImmediate(connect);
  };
  connect();
  expect(scheduler.canContinue()).toBe(false);
  await scheduler.next('a');
  expect(iterations).toBe(CONNECTIONS);
});

test('fair scheduler: keys take long turns, and the event loop completes iterations between them', async () => {
  const scheduler = createFairScheduler({ maxPauseMs: 10_000 });
  const order: string[] = [];
  const iterations: number[] = [];
  let iteration = 0;
  const work = async (key: string) => {
    await scheduler.nextLong(key);
    order.push(key);
    iterations.push(iteration);
  };
  const done = Promise.all(['a', 'a', 'a', 'b'].map(work));
  while (order.length < 4) {
    await nextIteration();
    iteration += 1;
  }
  await done;
  expect(order).toEqual(['a', 'b', 'a', 'a']);
  const pauses = iterations.slice(1).map((end, n) => end - (iterations[n] as number));
  expect(Math.min(...pauses)).toBeGreaterThanOrEqual(9);
});
