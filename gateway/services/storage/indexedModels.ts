import type { Queue } from './queue/queue.ts';
import { INDEXED_MODEL_TTL_MS, type IndexedModels } from './storage.ts';

/** Times by name, in milliseconds since 1970. */
export interface Times {
  write(name: string, time: number): Promise<void>;
  readAll(): Promise<readonly (readonly [name: string, time: number])[]>;
  remove(name: string): Promise<void>;
}

/** Creates the list of models over the times of their last use. */
export function createIndexedModels(times: Times, jobsOf: (fingerprint: string) => Queue): IndexedModels {
  const remove = async (fingerprint: string) => {
    await times.remove(fingerprint);
    await jobsOf(fingerprint).clear();
  };
  const isInUse = (time: number) => Date.now() - time < INDEXED_MODEL_TTL_MS;
  return {
    async add(fingerprint) {
      await times.write(fingerprint, Date.now());
      for (const [other, time] of await times.readAll()) if (!isInUse(time)) await remove(other);
    },
    async list() {
      return (await times.readAll()).flatMap(([fingerprint, time]) => (isInUse(time) ? fingerprint : []));
    },
    remove,
  };
}
