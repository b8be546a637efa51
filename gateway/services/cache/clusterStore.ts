import { type Channel, defineMethod } from '../cluster/channel.ts';
import type { WorkerPool } from '../cluster/workerPool.ts';
import type { WorkerProcess } from '../cluster/workerProcess.ts';
import type { RemoteInvalidations, SharedStore } from './sharedStore.ts';

/** The invalidated tags; null invalidates all. */
type Invalidation = readonly string[] | null;

/** A worker calls it for all other workers; it returns when they have invalidated. */
const INVALIDATE_OTHERS = defineMethod<Invalidation, void>('invalidate in other workers');
const INVALIDATE = defineMethod<Invalidation, void>('invalidate');

interface Hold {
  readonly tags: readonly string[];
  readonly ms: number;
}

/** A worker calls it for all other workers; it returns when they hold the tags. */
const HOLD_IN_OTHERS = defineMethod<Hold, void>('hold in other workers');
const HOLD = defineMethod<Hold, void>('hold');

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
  primaryChannel.handle(HOLD, ({ tags, ms }) => {
    if (!isClosed) remote.held(tags, ms);
  });
  // A call fails only if the primary has exited, which ends all workers.
  const invalidate = (tags: Invalidation) =>
    primaryChannel.call(INVALIDATE_OTHERS, tags).catch(() => undefined);
  return {
    invalidate,
    invalidateAll: () => invalidate(null),
    hold: (tags, ms) => primaryChannel.call(HOLD_IN_OTHERS, { tags, ms }).catch(() => undefined),
    async close() {
      isClosed = true;
    },
  };
}

/** Forwards the invalidations and holds of a worker to the other workers. */
export function serveInvalidations(worker: WorkerProcess, { callAll }: Pick<WorkerPool, 'callAll'>): void {
  worker.channel.handle(INVALIDATE_OTHERS, async (tags) => void (await callAll(INVALIDATE, tags, worker)));
  worker.channel.handle(HOLD_IN_OTHERS, async (hold) => void (await callAll(HOLD, hold, worker)));
}
