import { expect, test } from '@jest/globals';
import { anonymousCaller } from '../../../core/context.ts';
import { withDeadline } from '../../../services/scheduling/deadline.ts';
import { createFairLimiter } from '../../../services/scheduling/fairLimiter.ts';
import { createFairScheduler } from '../../../services/scheduling/fairScheduler.ts';
import { startOperation } from './processorTime.ts';

const NEVER = new AbortController().signal;

/** Starts operations that use up the work that a caller can have in execution. */
function setUp() {
  const limiter = createFairLimiter({ maxPerKey: 100, queue: { max: 2, maxPerKey: 1 } });
  const services = { scheduler: createFairScheduler(), limiter };
  return async (address: string, signal = NEVER) =>
    startOperation(services, anonymousCaller(address), 100, signal);
}

test('processor time: rejects an operation that waits for other operations of its caller until its timeout', async () => {
  const start = setUp();
  const slot = await start('198.51.100.1');
  await expect(start('198.51.100.1', withDeadline(undefined, 20).signal)).rejects.toMatchObject({
    status: 429,
    extensions: { code: 'TOO_MANY_REQUESTS', reason: 'WAITED_TOO_LONG', retryAfter: 2 },
  });
  const next = start('198.51.100.1');
  slot[Symbol.dispose]();
  await next;
});

test('processor time: rejects operations above the limit of a caller, and above the limit of all callers', async () => {
  const start = setUp();
  for (const address of ['198.51.100.1', '198.51.100.2', '198.51.100.3']) await start(address);
  const waiting = new AbortController();
  for (const address of ['198.51.100.1', '198.51.100.2'])
    start(address, waiting.signal).catch(() => undefined);
  await expect(start('198.51.100.1')).rejects.toMatchObject({
    status: 429,
    extensions: { code: 'TOO_MANY_REQUESTS', limit: 1 },
  });
  await expect(start('198.51.100.3')).rejects.toMatchObject({
    status: 503,
    extensions: { code: 'OVERLOADED' },
  });
  waiting.abort();
});
