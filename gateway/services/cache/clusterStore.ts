import { type Channel, defineMethod } from '../cluster/channel.ts';
import type { WorkerPool } from '../cluster/workerPool.ts';
import type { WorkerProcess } from '../cluster/workerProcess.ts';
import type { RemoteInvalidations, SharedStore } from './sharedStore.ts';

/** The invalidated tags; null invalidates all. */
type Invalidation = readonly string[] | null;

/** A worker calls it for all other workers; it returns when they have invalidated. */
const INVALIDATE_OTHERS = defineMethod<Invalidation, void>('invalidate in other workers');
const INVALIDATE = defineMethod<Invalidation, void>('invalidate');

/**
 * Creates the store that connects the caches in the memory of the workers. It sends invalidations; it holds no values,
 * because a load from another process costs more than most loads save.
 */
export function createClusterStore(primaryChannel: Channel, remote: RemoteInvalidations): SharedStore {
  let isClosed = false;
  primaryChannel.handle(INVALIDATE, (tags) => {
    if (isClosed) return;
    if (tags === null) remote.missed();
    else remote.invalidated(tags);
  });
  // A call fails only if the primary has exited, which ends all workers.
  const invalidate = (tags: Invalidation) =>
    primaryChannel.call(INVALIDATE_OTHERS, tags).catch(() => undefined);
  return {
    invalidate,
    invalidateAll: () => invalidate(null),
    async close() {
      isClosed = true;
    },
  };
}

/** Forwards the invalidations of a worker to the others. */
export function serveInvalidations(worker: WorkerProcess, { callAll }: Pick<WorkerPool, 'callAll'>): void {
  worker.channel.handle(INVALIDATE_OTHERS, async (tags) => void (await callAll(INVALIDATE, tags, worker)));
}
