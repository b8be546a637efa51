import { type Channel, defineMethod } from '../cluster/channel.ts';
import type { WorkerProcess } from '../cluster/workerProcess.ts';
import { type ConnectionSlot, type ConnectionSlots, releaseOnce } from './connectionSlots.ts';

/** The id of the taken slots; null if one was not free. */
const ACQUIRE = defineMethod<readonly ConnectionSlot[], number | null>('acquire slots');
const RELEASE = defineMethod<number, void>('release slots');

/** Returns the slots of the primary process, which all workers share. */
export function createClusterConnectionSlots(primaryChannel: Channel): ConnectionSlots {
  return {
    async acquire(slots) {
      const id = await primaryChannel.call(ACQUIRE, slots);
      if (id === null) return undefined;
      return releaseOnce(() => void primaryChannel.call(RELEASE, id).catch(() => undefined));
    },
  };
}

/** Serves the slots of the primary process to a worker. Those that the worker holds are released when it exits. */
export function serveConnectionSlots({ channel, exited }: WorkerProcess, slots: ConnectionSlots): void {
  const held = new Map<number, () => void>();
  let lastId = 0;
  let hasExited = false;
  channel.handle(ACQUIRE, async (wanted) => {
    const release = await slots.acquire(wanted);
    if (!release) return null;
    if (hasExited) {
      release();
      return null;
    }
    lastId += 1;
    held.set(lastId, release);
    return lastId;
  });
  channel.handle(RELEASE, (id) => {
    held.get(id)?.();
    held.delete(id);
  });
  void exited.then(() => {
    hasExited = true;
    for (const release of held.values()) release();
    held.clear();
  });
}
