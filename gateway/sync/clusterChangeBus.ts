import { type Channel, defineMethod } from '../services/cluster/channel.ts';
import type { WorkerPool } from '../services/cluster/workerPool.ts';
import type { Change, OpenChangeBus } from './changes.ts';

/** A worker calls it for all workers, itself included; it returns when they have applied the change. */
const SEND_CHANGE = defineMethod<Change, void>('send change');
const APPLY_CHANGE = defineMethod<Change, void>('apply change');

/**
 * A change bus through the primary process: all workers receive all changes in the same order. There are no gaps, because a
 * worker that starts has empty caches.
 */
export function openClusterChangeBus(
  primaryChannel: Channel,
  onError: (error: unknown) => void,
): OpenChangeBus {
  return ({ onChange }) => {
    let isClosed = false;
    let last: Promise<void> = Promise.resolve();
    primaryChannel.handle(APPLY_CHANGE, (change) => {
      if (isClosed) return;
      last = last.then(() => onChange(change)).catch(onError);
      return last;
    });
    return {
      send: (change) => primaryChannel.call(SEND_CHANGE, change),
      async close() {
        isClosed = true;
        await last;
      },
    };
  };
}

/** Forwards the changes of a worker to all workers. */
export function serveChangeBus(worker: Channel, { callAll }: Pick<WorkerPool, 'callAll'>): void {
  worker.handle(SEND_CHANGE, async (change) => void (await callAll(APPLY_CHANGE, change)));
}
