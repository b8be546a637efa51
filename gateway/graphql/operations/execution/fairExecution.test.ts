import { expect, test } from '@jest/globals';
import { createFairLimiter } from '../../../services/scheduling/fairLimiter.ts';
import { createFairScheduler } from '../../../services/scheduling/fairScheduler.ts';
import { withDeadline } from '../../../services/upstream/deadline.ts';
import type { OperationRun } from '../run/operationRun.ts';
import { createFairExecution } from './fairExecution.ts';

const caller = { kind: 'anonymous', name: 'anonymous', address: '198.51.100.1' };
const runOf = (signal: AbortSignal) =>
  ({
    operation: {},
    contextValue: { caller, cost: { requested: 100 }, signal, progress: {} },
  }) as unknown as OperationRun;

test('fair execution: rejects an operation that waits for others of its caller until its timeout', async () => {
  const limiter = createFairLimiter({ maxPerKey: 100, queue: { max: 10 } });
  const { start } = createFairExecution(
    { scheduler: createFairScheduler(), limiter },
    { join: async () => null },
  );
  const first = new DisposableStack();
  expect(await start(runOf(new AbortController().signal), first)).toBeNull();
  await expect(start(runOf(withDeadline(undefined, 20).signal), new DisposableStack())).rejects.toMatchObject(
    {
      status: 429,
      extensions: { code: 'TOO_MANY_REQUESTS', retryAfter: 2 },
    },
  );
  const next = start(runOf(new AbortController().signal), new DisposableStack());
  first.dispose();
  expect(await next).toBeNull();
});
