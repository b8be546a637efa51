import { Redis } from 'ioredis';
import type { Config } from '../config.ts';
import { openState } from '../state.ts';
import type { Queue } from './queue.ts';
import { createRedisQueue } from './redisQueue.ts';
import { createSqliteQueue } from './sqliteQueue.ts';

/** The queues of a deployment. */
export interface Queues {
  /** Deliveries of webhooks. */
  readonly inbox: Queue;
  /** What the index must follow. */
  readonly index: Queue;
  close(): Promise<void>;
}

/** Providers repeat a delivery for a day at most; what has been done is known for a week. */
const REMEMBERED = 7 * 86_400_000;

/**
 * Opens the queues where the configuration has shared state: in Redis, else in this machine's state file.
 * @throws Error when the state file cannot be written
 */
export function openQueues(
  { redisUrl, stateDir, search }: Config,
  onTrouble: (error: unknown) => void,
): Queues {
  const [inbox, index] = [
    { name: 'inbox', remember: REMEMBERED },
    { name: 'index', remember: 0 },
  ];
  if (redisUrl === undefined) {
    const state = openState(stateDir);
    return {
      inbox: createSqliteQueue(state, inbox),
      index: createSqliteQueue(state, index),
      close: async () => state.close(),
    };
  }
  const redis = new Redis(redisUrl, { maxRetriesPerRequest: 2 });
  redis.on('error', onTrouble);
  return {
    inbox: createRedisQueue(redis, search.indexPrefix, inbox),
    index: createRedisQueue(redis, search.indexPrefix, index),
    async close() {
      redis.disconnect();
    },
  };
}
