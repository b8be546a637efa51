import { expect, test } from '@jest/globals';
import { within } from '../../tests/support/within.ts';
import { createLease } from '../services/cache/lease.ts';
import { createChannel } from '../services/cluster/channel.ts';
import type { WorkerPool } from '../services/cluster/workerPool.ts';
import type { WorkerProcess } from '../services/cluster/workerProcess.ts';
import { createChangeReporter, followLease, serveLease } from './changeReporter.ts';

/** Connects a worker with the primary process, without processes. */
function connect() {
  const worker = createChannel((message) => primary.receive(message));
  const primary = createChannel((message) => worker.receive(message));
  return { worker, primary };
}

test('reports of changes: the worker that consumes them extends and ends the lease of all workers', async () => {
  const now = Date.now();
  const [consumer, other] = [connect(), connect()];
  const leases = [createLease(() => now), createLease(() => now)] as const;
  const pool: Pick<WorkerPool, 'callAll'> = {
    callAll: async (method, argument, except) => {
      expect(except?.channel).toBe(consumer.primary);
      await other.primary.call(method, argument);
      return [];
    },
  };
  serveLease({ channel: consumer.primary } as WorkerProcess, pool);
  followLease(other.worker, { extendLease: leases[1].extend });
  const reported: string[] = [];
  const report = createChangeReporter({
    cache: { extendLease: leases[0].extend },
    metrics: { changesReportedBy: (by) => reported.push(by) },
    log: { info: () => undefined },
    primaryChannel: consumer.worker,
  });
  const areHeld = () => leases.map((lease) => lease.isHeld());

  report('live_events');
  await within(500, () => expect(areHeld()).toEqual([true, true]));
  report('webhooks');
  report('webhooks');
  report('polling');
  await within(500, () => expect(areHeld()).toEqual([false, false]));
  expect(reported).toEqual(['live_events', 'webhooks', 'polling']);
});
