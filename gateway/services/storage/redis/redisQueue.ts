import type { Redis } from 'ioredis';
import type { Claim, DeadItem, Queue, QueueOptions } from '../queue/queue.ts';

/**
 * A queue has four keys: `due` (sorted set by due time), `dead` (sorted set by time of failure), `items` (JSON by key) and
 * `done:<key>`, which expires. Each script is atomic.
 */
const SCRIPTS = {
  add: `
    if redis.call('EXISTS', KEYS[4]) == 1 then return 0 end
    local known = redis.call('HGET', KEYS[3], ARGV[1])
    local item = { body = ARGV[2], addedAt = tonumber(ARGV[3]), attempts = 0, generation = 0 }
    local keeps = false
    if known then
      local old = cjson.decode(known)
      item.generation = old.generation + 1
      local due = redis.call('ZSCORE', KEYS[1], ARGV[1])
      if due and ARGV[5] == '1' then return 0 end
      if due then item.addedAt = old.addedAt end
      if due and tonumber(due) > tonumber(ARGV[3]) then
        item.claimed = old.claimed
        keeps = old.claimed or tonumber(ARGV[4]) > 0
      end
    end
    redis.call('HSET', KEYS[3], ARGV[1], cjson.encode(item))
    if not keeps then redis.call('ZADD', KEYS[1], tonumber(ARGV[3]) + tonumber(ARGV[4]), ARGV[1]) end
    redis.call('ZREM', KEYS[2], ARGV[1])
    return 1`,
  claim: `
    local keys = redis.call('ZRANGE', KEYS[1], '-inf', ARGV[1], 'BYSCORE', 'LIMIT', 0, ARGV[3])
    local result = {}
    for _, key in ipairs(keys) do
      redis.call('ZADD', KEYS[1], ARGV[2], key)
      local item = cjson.decode(redis.call('HGET', KEYS[3], key))
      item.claimed = true
      local text = cjson.encode(item)
      redis.call('HSET', KEYS[3], key, text)
      result[#result + 1] = key
      result[#result + 1] = text
    end
    return result`,
  extend: `
    local known = redis.call('HGET', KEYS[3], ARGV[1])
    if known and cjson.decode(known).claimed then redis.call('ZADD', KEYS[1], 'XX', ARGV[2], ARGV[1]) end
    return 1`,
  complete: `
    local known = redis.call('HGET', KEYS[3], ARGV[1])
    if not known then return 0 end
    local item = cjson.decode(known)
    if item.generation ~= tonumber(ARGV[2]) then
      item.claimed = false
      redis.call('HSET', KEYS[3], ARGV[1], cjson.encode(item))
      redis.call('ZADD', KEYS[1], ARGV[3], ARGV[1])
      return 0
    end
    redis.call('ZREM', KEYS[1], ARGV[1])
    redis.call('HDEL', KEYS[3], ARGV[1])
    if tonumber(ARGV[4]) > 0 then redis.call('SET', KEYS[4], 1, 'PX', ARGV[4]) end
    return 1`,
  fail: `
    local known = redis.call('HGET', KEYS[3], ARGV[1])
    if not known then return 0 end
    local item = cjson.decode(known)
    local isNew = item.generation ~= tonumber(ARGV[2])
    item.claimed = false
    if not isNew then
      item.attempts = item.attempts + 1
      item.error = ARGV[3]
    end
    redis.call('HSET', KEYS[3], ARGV[1], cjson.encode(item))
    if isNew then
      redis.call('ZADD', KEYS[1], ARGV[4], ARGV[1])
    elseif ARGV[5] == '' then
      redis.call('ZREM', KEYS[1], ARGV[1])
      redis.call('ZADD', KEYS[2], ARGV[4], ARGV[1])
    else
      redis.call('ZADD', KEYS[1], ARGV[5], ARGV[1])
    end
    return 1`,
  requeueDeadLetters: `
    local keys = redis.call('ZRANGE', KEYS[2], 0, -1)
    for _, key in ipairs(keys) do
      local item = cjson.decode(redis.call('HGET', KEYS[3], key))
      item.attempts = 0
      redis.call('HSET', KEYS[3], key, cjson.encode(item))
      redis.call('ZADD', KEYS[1], ARGV[1], key)
    end
    redis.call('DEL', KEYS[2])
    return #keys`,
} as const;

/** Items read, in the order of their due time, to find the oldest overdue one. */
const SCAN_LIMIT = 100;

type Stored = Omit<Claim, 'key'> & { readonly error?: string };

/** Creates a queue that all gateways of a deployment share, as durable as its Redis. */
export function createRedisQueue(
  redis: Redis,
  prefix: string,
  { name, completedTtlMs, now: readClock = Date.now }: QueueOptions,
): Queue {
  // The braces keep a queue's keys in one slot of a cluster.
  const base = `{${prefix}:queue:${name}}`;
  const [due, dead, items] = [`${base}:due`, `${base}:dead`, `${base}:items`] as const;
  const run = (script: keyof typeof SCRIPTS, key: string, ...args: (string | number)[]) =>
    redis.eval(SCRIPTS[script], 4, due, dead, items, `${base}:done:${key}`, ...args);

  return {
    add: async (key, body, { delayMs = 0, shouldSkipExisting } = {}) =>
      (await run('add', key, key, body, readClock(), delayMs, shouldSkipExisting ? 1 : 0)) === 1,
    async claim(limit, leaseMs) {
      const now = readClock();
      const flat = (await run('claim', '', now, now + leaseMs, limit)) as string[];
      return pairs(flat).map(([key, item]) => ({ key, ...(JSON.parse(item) as Stored) }));
    },
    async addAll(list) {
      if (list.length === 0) return;
      const batch = redis.multi();
      const now = readClock();
      for (const { key, body, delayMs = 0 } of list)
        batch.eval(SCRIPTS.add, 4, due, dead, items, `${base}:done:${key}`, key, body, now, delayMs, 0);
      for (const [error] of (await batch.exec()) ?? []) if (error) throw error;
    },
    async extend({ key }, leaseMs) {
      await run('extend', key, key, readClock() + leaseMs);
    },
    async complete({ key, generation }) {
      await run('complete', key, key, generation, readClock(), completedTtlMs);
    },
    async fail({ key, generation }, error, delayMs) {
      const now = readClock();
      await run('fail', key, key, generation, error, now, delayMs === null ? '' : now + delayMs);
    },
    async nextDue() {
      const [, first] = await redis.zrange(due, 0, 0, 'WITHSCORES');
      return first === undefined ? null : Math.max(0, Number(first) - readClock());
    },
    async state() {
      const [waiting, deadCount, first] = await Promise.all([
        redis.zcard(due),
        redis.zcard(dead),
        redis.zrange(due, 0, SCAN_LIMIT - 1, 'WITHSCORES'),
      ]);
      const next = pairs(first);
      const stored = next.length > 0 ? await redis.hmget(items, ...next.map(([key]) => key)) : [];
      const now = readClock();
      const late = stored.flatMap((text, i): number[] => {
        const { addedAt, attempts, claimed } = JSON.parse(text ?? '{}') as Stored & { claimed?: boolean };
        return text && (claimed || attempts > 0 || Number(next[i]?.[1]) <= now) ? [addedAt] : [];
      });
      return { waiting, dead: deadCount, oldestOverdueAt: late.length > 0 ? Math.min(...late) : null };
    },
    async deadLetters(limit) {
      const keys = await redis.zrange(dead, 0, limit - 1);
      if (keys.length === 0) return [];
      const stored = await redis.hmget(items, ...keys);
      return stored.flatMap((text, i): DeadItem[] => {
        if (text === null) return [];
        const { body, attempts, addedAt, error = '' } = JSON.parse(text) as Stored;
        return [{ key: keys[i] as string, body, attempts, addedAt, error }];
      });
    },
    requeueDeadLetters: async () => Number(await run('requeueDeadLetters', '', readClock())),
    clear: async () => void (await redis.del(due, dead, items)),
  };
}

const pairs = (flat: readonly string[]): [string, string][] =>
  Array.from({ length: flat.length / 2 }, (_, i) => [flat[2 * i] as string, flat[2 * i + 1] as string]);
