import { DatabaseSync } from 'node:sqlite';
import { expect, test } from '@jest/globals';
import { createSqliteQueue } from '../sqlite/sqliteQueue.ts';
import { createQueueProcessor, NonRetryableError } from './queueProcessor.ts';

/** Runs the item `a`, whose handler always throws; time passes at once. @returns the delays, null for a dead letter */
async function delaysAfter(error: Error): Promise<readonly (number | null)[]> {
  const clock = { ms: 0 };
  const queue = createSqliteQueue(new DatabaseSync(':memory:'), {
    name: 'test',
    completedTtlMs: 0,
    now: () => clock.ms,
  });
  await queue.add('a', '');
  const delays: (number | null)[] = [];
  const ended = Promise.withResolvers<void>();
  const processor = createQueueProcessor({
    queue: {
      ...queue,
      async fail(claim, message, delayMs) {
        await queue.fail(claim, message, delayMs);
        delays.push(delayMs);
        if (delayMs === null) return ended.resolve();
        clock.ms += delayMs;
        expect(await queue.nextDue()).toBe(0);
      },
    },
    handle: () => Promise.reject(error),
    onFailure: () => undefined,
    onError: (failure) => ended.reject(failure as Error),
  });
  processor.start();
  await ended.promise;
  await processor.close();
  expect(await queue.deadLetters(10)).toMatchObject([
    { key: 'a', error: expect.stringContaining(error.message) },
  ]);
  return delays;
}

test('queue processor: retries ten times within seven hours, then dead-letters the item', async () => {
  expect(await delaysAfter(new Error('down'))).toEqual([
    250,
    1_000,
    5_000,
    20_000,
    60_000,
    300_000,
    1_200_000,
    3_600_000,
    7_200_000,
    14_400_000,
    null,
  ]);
});

test('queue processor: dead-letters an item at once if a retry is of no use', async () => {
  expect(await delaysAfter(new NonRetryableError('too large'))).toEqual([null]);
});
