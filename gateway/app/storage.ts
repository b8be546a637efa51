import type { DatabaseSync } from 'node:sqlite';
import type { Config } from '../config/config.ts';
import { createRedisAuditLog, createSqliteAuditLog } from '../services/auth/auditLog.ts';
import { createCachedKeyStore } from '../services/auth/cachedKeyStore.ts';
import {
  createIndexedModels,
  createRedisTimes,
  createSqliteTimes,
} from '../services/storage/indexedModels.ts';
import type { Queue, QueueOptions } from '../services/storage/queue/queue.ts';
import { connectDurable } from '../services/storage/redis/redis.ts';
import { createRedisKeyStore } from '../services/storage/redis/redisKeyStore.ts';
import { createRedisQueue } from '../services/storage/redis/redisQueue.ts';
import { createRedisUsageStore } from '../services/storage/redis/redisUsageStore.ts';
import { openSqlite } from '../services/storage/sqlite/sqlite.ts';
import { createSqliteKeyStore } from '../services/storage/sqlite/sqliteKeyStore.ts';
import { createSqliteQueue } from '../services/storage/sqlite/sqliteQueue.ts';
import { createSqliteUsageStore } from '../services/storage/sqlite/sqliteUsageStore.ts';
import type { Storage } from '../services/storage/storage.ts';

/** Providers repeat a delivery for at most a day; processed deliveries are remembered for a week. */
const INBOX_OPTIONS: QueueOptions = { name: 'inbox', completedTtlMs: 7 * 86_400_000 };
const indexJobOptions = (fingerprint: string): QueueOptions => ({
  name: `index-${fingerprint}`,
  completedTtlMs: 0,
});
const indexWriteOptions = (fingerprint: string): QueueOptions => ({
  name: `index-writes-${fingerprint}`,
  completedTtlMs: 0,
});
/** A reservation further in the future is ignored: the clock was set back. */
const MAX_RESERVATION_MS = 60_000;
/** Deployments of different datasets can share a Redis without sharing state. */
const prefixOf = ({ content }: Config) => `trivium:${content.projectId}:${content.dataset}`;

/** Reserves the next free time by the clock of Redis, which all instances share. Returns the wait in milliseconds. */
const RESERVE_SLOT_SCRIPT = `
  local time = redis.call('TIME')
  local now = time[1] * 1000 + math.floor(time[2] / 1000)
  local reservedAt = math.max(now, tonumber(redis.call('GET', KEYS[1]) or 0))
  redis.call('SET', KEYS[1], reservedAt + ARGV[1], 'PX', 60000)
  return reservedAt - now`;

/**
 * Opens the storage: in Redis if configured, else in the state file of this machine.
 * @throws Error if the state file cannot be written
 */
export function openStorage(config: Config, onError: (error: unknown) => void): Storage {
  const prefix = prefixOf(config);
  if (config.redisUrl === undefined) return openLocalStorage(openSqlite(config.stateDir), prefix);
  const redis = connectDurable(config.redisUrl);
  redis.on('error', onError);
  const indexJobs = onePerModel((fingerprint) =>
    createRedisQueue(redis, prefix, indexJobOptions(fingerprint)),
  );
  return {
    prefix,
    redis,
    inbox: createRedisQueue(redis, prefix, INBOX_OPTIONS),
    indexJobs,
    indexWrites: (fingerprint) => createRedisQueue(redis, prefix, indexWriteOptions(fingerprint)),
    indexedModels: createIndexedModels(createRedisTimes(redis, `${prefix}:indexed-models`), indexJobs),
    keys: createCachedKeyStore(createRedisKeyStore(redis, prefix)),
    audit: createRedisAuditLog(redis, prefix),
    usage: createRedisUsageStore(redis, prefix),
    checkpoint: (name) => ({
      read: () => redis.get(`${prefix}:checkpoint:${name}`),
      write: async (value) => void (await redis.set(`${prefix}:checkpoint:${name}`, value)),
    }),
    reserveSlot: async (schedule, intervalMs) =>
      Number(await redis.eval(RESERVE_SLOT_SCRIPT, 1, `${prefix}:slot:${schedule}`, intervalMs)),
    close: async () => redis.disconnect(),
  };
}

function openLocalStorage(state: DatabaseSync, prefix: string): Storage {
  state.exec(
    'CREATE TABLE IF NOT EXISTS checkpoint (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID',
  );
  const audit = createSqliteAuditLog(state);
  const read = state.prepare('SELECT value FROM checkpoint WHERE name = ?');
  const write = state.prepare('INSERT OR REPLACE INTO checkpoint (name, value) VALUES (?, ?)');
  const reserve = state.prepare(`
    INSERT INTO checkpoint (name, value) VALUES ($name, $now + $interval)
    ON CONFLICT (name) DO UPDATE SET value = $interval +
      CASE WHEN CAST(value AS INTEGER) BETWEEN $now AND $latest THEN CAST(value AS INTEGER) ELSE $now END
    RETURNING CAST(value AS INTEGER) - $interval AS reservedAt`);
  const indexJobs = onePerModel((fingerprint) => createSqliteQueue(state, indexJobOptions(fingerprint)));
  return {
    prefix,
    inbox: createSqliteQueue(state, INBOX_OPTIONS),
    indexJobs,
    indexWrites: (fingerprint) => createSqliteQueue(state, indexWriteOptions(fingerprint)),
    indexedModels: createIndexedModels(createSqliteTimes(state), indexJobs),
    keys: createSqliteKeyStore(state, audit),
    audit,
    usage: createSqliteUsageStore(state),
    checkpoint: (name) => ({
      read: async () => (read.get(name) as { value: string } | undefined)?.value ?? null,
      write: async (value) => void write.run(name, value),
    }),
    async reserveSlot(schedule, intervalMs) {
      const now = Date.now();
      // If the clock was set back, reservations are too far in the future: they are ignored.
      const latest = now + MAX_RESERVATION_MS;
      const { reservedAt } = reserve.get({ name: `slot ${schedule}`, now, interval: intervalMs, latest }) as {
        reservedAt: number;
      };
      return Math.max(0, reservedAt - now);
    },
    close: async () => state.close(),
  };
}

/** Keeps the queue of each model. */
function onePerModel(create: (fingerprint: string) => Queue): (fingerprint: string) => Queue {
  const queues = new Map<string, Queue>();
  return (fingerprint) => {
    const queue = queues.get(fingerprint) ?? create(fingerprint);
    queues.set(fingerprint, queue);
    return queue;
  };
}
