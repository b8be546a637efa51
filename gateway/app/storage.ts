import type { Config } from '../config/config.ts';
import { openMemoryStores } from '../services/storage/memory/memoryStores.ts';
import { openRedisStores } from '../services/storage/redis/redisStores.ts';
import { openSqliteStores } from '../services/storage/sqlite/sqliteStores.ts';
import type { Storage } from '../services/storage/storage.ts';

/**
 * Opens the storage: in Redis if configured, else in the memory of this process and the state file of this machine.
 * @param now the clock of stores in memory, in milliseconds
 * @throws Error if the state file cannot be written
 */
export function openStorage(
  { redisUrl, stateDir, content }: Pick<Config, 'redisUrl' | 'stateDir' | 'content'>,
  onError: (error: unknown) => void,
  now?: () => number,
): Storage {
  return redisUrl === undefined
    ? { ...openMemoryStores(now), ...openSqliteStores(stateDir) }
    : openRedisStores(redisUrl, `${content.projectId}:${content.dataset}`, onError);
}
