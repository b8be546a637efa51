import type { DatabaseSync } from 'node:sqlite';
import type { Redis } from 'ioredis';
import type { Queue } from './queue/queue.ts';
import { INDEXED_MODEL_TTL_MS, type IndexedModels } from './storage.ts';

/** Times by name, in milliseconds since 1970. */
interface Times {
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

export const createRedisTimes = (redis: Redis, key: string): Times => ({
  write: async (name, time) => void (await redis.hset(key, name, time)),
  readAll: async () =>
    Object.entries(await redis.hgetall(key)).map(([name, time]) => [name, Number(time)] as const),
  remove: async (name) => void (await redis.hdel(key, name)),
});

export function createSqliteTimes(state: DatabaseSync): Times {
  state.exec(
    'CREATE TABLE IF NOT EXISTS indexed_model (fingerprint TEXT PRIMARY KEY, used_at INTEGER NOT NULL) WITHOUT ROWID',
  );
  const write = state.prepare('INSERT OR REPLACE INTO indexed_model (fingerprint, used_at) VALUES (?, ?)');
  const readAll = state.prepare('SELECT fingerprint, used_at AS usedAt FROM indexed_model');
  const remove = state.prepare('DELETE FROM indexed_model WHERE fingerprint = ?');
  return {
    write: async (name, time) => void write.run(name, time),
    readAll: async () =>
      (readAll.all() as unknown as { fingerprint: string; usedAt: number }[]).map(
        ({ fingerprint, usedAt }) => [fingerprint, usedAt] as const,
      ),
    remove: async (name) => void remove.run(name),
  };
}
