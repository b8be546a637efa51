import { expect, test } from '@jest/globals';
import { DeliveryQueue } from './deliveryQueue.ts';

/** More attempts than a queue runs concurrently. */
const MANY_ATTEMPTS = 40;

test('delivery queue: an attempt that is cancelled while it waits ends at once, and later attempts run', async () => {
  const queue = new DeliveryQueue();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const never = new AbortController().signal;
  let started = 0;
  const running = Array.from({ length: MANY_ATTEMPTS }, () =>
    queue.run(async () => {
      started += 1;
      await released;
    }, never),
  );
  const before = started;
  expect(before).toBeLessThan(MANY_ATTEMPTS);
  const controller = new AbortController();
  const cancelled = queue.run(async () => 'sent', controller.signal);
  const last = queue.run(async () => 'sent', never);
  controller.abort(new Error('given up'));
  await expect(cancelled).rejects.toThrow('given up');
  await expect(queue.run(async () => 'sent', controller.signal)).rejects.toThrow('given up');
  expect(started).toBe(before);
  release();
  await Promise.all(running);
  expect(await last).toBe('sent');
});
