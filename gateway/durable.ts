import type { DatabaseSync } from 'node:sqlite';
import { Redis } from 'ioredis';
import type { Config } from './configuration/config.ts';
import { type AuditLog, createRedisAudit, createSqliteAudit } from './keys/audit.ts';
import type { KeyStore } from './keys/keyStore.ts';
import { createRedisKeys } from './keys/redisKeys.ts';
import { rememberKeys } from './keys/rememberedKeys.ts';
import { createSqliteKeys } from './keys/sqliteKeys.ts';
import type { Queue, QueueOptions } from './queue/queue.ts';
import { createRedisQueue } from './queue/redisQueue.ts';
import { createSqliteQueue } from './queue/sqliteQueue.ts';
import { openState } from './state.ts';

/** A short text that outlives a restart. */
export interface Mark {
  read(): Promise<string | null>;
  write(value: string): Promise<void>;
}

/** What outlives a restart, and what several gateways share. */
export interface Durable {
  /** Deliveries of webhooks. */
  readonly inbox: Queue;
  /** What the index must follow. */
  readonly index: Queue;
  mark(name: string): Mark;
  readonly keys: KeyStore;
  readonly audit: AuditLog;
  /**
   * Takes the next place in a line of places `interval` milliseconds apart, which all processes share.
   * @returns milliseconds until it has come
   */
  takePlace(line: string, interval: number): Promise<number>;
  /** Where several gateways share it; absent, there is one. */
  readonly redis?: Redis;
  /** Begins the names of everything of the deployment in Redis. */
  readonly prefix: string;
  close(): Promise<void>;
}

/** Providers repeat a delivery for a day at most; what has been done is known for a week. */
const INBOX: QueueOptions = { name: 'inbox', remember: 7 * 86_400_000 };
const INDEX: QueueOptions = { name: 'index', remember: 0 };
/** Milliseconds ahead for which places are taken at most. */
const LONGEST_LINE = 60_000;
/** Deployments of different content share no state, though they share a Redis. */
const prefixOf = ({ content }: Config) => `trivium:${content.projectId}:${content.dataset}`;

/** The place after the last one taken, or now; by the clock of Redis, which is the same for all. */
const TAKE_PLACE = `
  local time = redis.call('TIME')
  local now = time[1] * 1000 + math.floor(time[2] / 1000)
  local place = math.max(now, tonumber(redis.call('GET', KEYS[1]) or 0))
  redis.call('SET', KEYS[1], place + ARGV[1], 'PX', 60000)
  return place - now`;

/**
 * Opens it where the configuration has shared state: in Redis, else in this machine's state file.
 * @throws Error when the state file cannot be written
 */
export function openDurable(config: Config, onTrouble: (error: unknown) => void): Durable {
  const prefix = prefixOf(config);
  if (config.redisUrl === undefined) return inState(openState(config.stateDir), prefix);
  const redis = new Redis(config.redisUrl, { maxRetriesPerRequest: 2 });
  redis.on('error', onTrouble);
  return {
    prefix,
    redis,
    inbox: createRedisQueue(redis, prefix, INBOX),
    index: createRedisQueue(redis, prefix, INDEX),
    keys: rememberKeys(createRedisKeys(redis, prefix)),
    audit: createRedisAudit(redis, prefix),
    mark: (name) => ({
      read: () => redis.get(`${prefix}:mark:${name}`),
      write: async (value) => void (await redis.set(`${prefix}:mark:${name}`, value)),
    }),
    takePlace: async (line, interval) =>
      Number(await redis.eval(TAKE_PLACE, 1, `${prefix}:line:${line}`, interval)),
    close: async () => redis.disconnect(),
  };
}

function inState(state: DatabaseSync, prefix: string): Durable {
  state.exec('CREATE TABLE IF NOT EXISTS mark (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID');
  const audit = createSqliteAudit(state);
  const read = state.prepare('SELECT value FROM mark WHERE name = ?');
  const write = state.prepare('INSERT OR REPLACE INTO mark (name, value) VALUES (?, ?)');
  const place = state.prepare(`
    INSERT INTO mark (name, value) VALUES ($name, $now + $interval)
    ON CONFLICT (name) DO UPDATE SET value = $interval +
      CASE WHEN CAST(value AS INTEGER) BETWEEN $now AND $latest THEN CAST(value AS INTEGER) ELSE $now END
    RETURNING CAST(value AS INTEGER) - $interval AS place`);
  return {
    prefix,
    inbox: createSqliteQueue(state, INBOX),
    index: createSqliteQueue(state, INDEX),
    keys: createSqliteKeys(state, audit),
    audit,
    mark: (name) => ({
      read: async () => (read.get(name) as { value: string } | undefined)?.value ?? null,
      write: async (value) => void write.run(name, value),
    }),
    async takePlace(line, interval) {
      const now = Date.now();
      // A clock that was set back leaves places far ahead, which count for nothing.
      const latest = now + LONGEST_LINE;
      const taken = place.get({ name: `line ${line}`, now, interval, latest }) as { place: number };
      return Math.max(0, taken.place - now);
    },
    close: async () => state.close(),
  };
}
