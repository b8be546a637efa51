import type { DatabaseSync } from 'node:sqlite';
import { Redis } from 'ioredis';
import type { Config } from '../config/config.ts';
import { createRedisAuditLog, createSqliteAuditLog } from '../services/auth/auditLog.ts';
import { createCachedKeyStore } from '../services/auth/cachedKeyStore.ts';
import { createRedisKeyStore } from '../services/auth/redisKeyStore.ts';
import { createSqliteKeyStore } from '../services/auth/sqliteKeyStore.ts';
import type { QueueOptions } from '../services/storage/queue/queue.ts';
import { createRedisQueue } from '../services/storage/queue/redisQueue.ts';
import { createSqliteQueue } from '../services/storage/queue/sqliteQueue.ts';
import { openSqlite } from '../services/storage/sqlite.ts';
import type { Storage } from '../services/storage/storage.ts';

/** Providers repeat a delivery for a day at most; what has been done is known for a week. */
const INBOX_OPTIONS: QueueOptions = { name: 'inbox', remember: 7 * 86_400_000 };
const INDEX_QUEUE_OPTIONS: QueueOptions = { name: 'index', remember: 0 };
/** Milliseconds ahead for which places are taken at most. */
const MAX_RESERVATION_MS = 60_000;
/** Deployments of different content share no state, though they share a Redis. */
const prefixOf = ({ content }: Config) => `trivium:${content.projectId}:${content.dataset}`;

/** The place after the last one taken, or now; by the clock of Redis, which is the same for all. */
const RESERVE_SLOT_SCRIPT = `
  local time = redis.call('TIME')
  local now = time[1] * 1000 + math.floor(time[2] / 1000)
  local place = math.max(now, tonumber(redis.call('GET', KEYS[1]) or 0))
  redis.call('SET', KEYS[1], place + ARGV[1], 'PX', 60000)
  return place - now`;

/**
 * Opens it where the configuration has shared state: in Redis, else in this machine's state file.
 * @throws Error when the state file cannot be written
 */
export function openStorage(config: Config, onError: (error: unknown) => void): Storage {
  const prefix = prefixOf(config);
  if (config.redisUrl === undefined) return openLocalStorage(openSqlite(config.stateDir), prefix);
  const redis = new Redis(config.redisUrl, { maxRetriesPerRequest: 2 });
  redis.on('error', onError);
  return {
    prefix,
    redis,
    inbox: createRedisQueue(redis, prefix, INBOX_OPTIONS),
    index: createRedisQueue(redis, prefix, INDEX_QUEUE_OPTIONS),
    keys: createCachedKeyStore(createRedisKeyStore(redis, prefix)),
    audit: createRedisAuditLog(redis, prefix),
    checkpoint: (name) => ({
      read: () => redis.get(`${prefix}:mark:${name}`),
      write: async (value) => void (await redis.set(`${prefix}:mark:${name}`, value)),
    }),
    reserveSlot: async (line, interval) =>
      Number(await redis.eval(RESERVE_SLOT_SCRIPT, 1, `${prefix}:line:${line}`, interval)),
    close: async () => redis.disconnect(),
  };
}

function openLocalStorage(state: DatabaseSync, prefix: string): Storage {
  state.exec('CREATE TABLE IF NOT EXISTS mark (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID');
  const audit = createSqliteAuditLog(state);
  const read = state.prepare('SELECT value FROM mark WHERE name = ?');
  const write = state.prepare('INSERT OR REPLACE INTO mark (name, value) VALUES (?, ?)');
  const place = state.prepare(`
    INSERT INTO mark (name, value) VALUES ($name, $now + $interval)
    ON CONFLICT (name) DO UPDATE SET value = $interval +
      CASE WHEN CAST(value AS INTEGER) BETWEEN $now AND $latest THEN CAST(value AS INTEGER) ELSE $now END
    RETURNING CAST(value AS INTEGER) - $interval AS place`);
  return {
    prefix,
    inbox: createSqliteQueue(state, INBOX_OPTIONS),
    index: createSqliteQueue(state, INDEX_QUEUE_OPTIONS),
    keys: createSqliteKeyStore(state, audit),
    audit,
    checkpoint: (name) => ({
      read: async () => (read.get(name) as { value: string } | undefined)?.value ?? null,
      write: async (value) => void write.run(name, value),
    }),
    async reserveSlot(line, interval) {
      const now = Date.now();
      // A clock that was set back leaves places far ahead, which count for nothing.
      const latest = now + MAX_RESERVATION_MS;
      const taken = place.get({ name: `line ${line}`, now, interval, latest }) as { place: number };
      return Math.max(0, taken.place - now);
    },
    close: async () => state.close(),
  };
}
