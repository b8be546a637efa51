import type { Redis } from 'ioredis';
import { firstDay, MAX_COORDINATES, maxClients, OTHER, type UsageStore } from '../../usage/usageStore.ts';

/** Adds the counts of a client to the hash of a day. KEYS: hash, set of days. */
const ADD_SCRIPT = `
  local client, limit, other = ARGV[1], tonumber(ARGV[2]), ARGV[3]
  local added, maximum, day = cjson.decode(ARGV[4]), tonumber(ARGV[5]), ARGV[6]
  local stored = redis.call('HGET', KEYS[1], client)
  if not stored and redis.call('HLEN', KEYS[1]) >= limit then
    client = other
    stored = redis.call('HGET', KEYS[1], client)
  end
  local sum, size = stored and cjson.decode(stored) or {}, 0
  for _ in pairs(sum) do size = size + 1 end
  for coordinate, operations in pairs(added) do
    if not sum[coordinate] then
      if size >= maximum then coordinate = '${OTHER}' else size = size + 1 end
    end
    sum[coordinate] = (sum[coordinate] or 0) + operations
  end
  redis.call('HSET', KEYS[1], client, cjson.encode(sum))
  redis.call('SADD', KEYS[2], day)`;

const POOLS = ['anonymous', 'authenticated'] as const;

/** Stores usage in Redis, shared by all gateways of a deployment. The keys do not expire, so that Redis does not evict them. */
export function createRedisUsageStore(redis: Redis, prefix: string): UsageStore {
  const days = `{${prefix}:usage}:days`;
  const hashOf = (day: string, pool: (typeof POOLS)[number]) => `{${prefix}:usage}:${day}:${pool}`;
  const deleteBefore = async (day: string) => {
    const old = (await redis.smembers(days)).filter((stored) => stored < day);
    if (old.length === 0) return;
    await redis.unlink(...old.flatMap((stored) => POOLS.map((pool) => hashOf(stored, pool))));
    await redis.srem(days, ...old);
  };
  return {
    async add(day, usage) {
      const batch = redis.multi();
      for (const { client, version, isAuthenticated, operations } of usage)
        batch.eval(
          ADD_SCRIPT,
          2,
          hashOf(day, isAuthenticated ? 'authenticated' : 'anonymous'),
          days,
          JSON.stringify([client, version]),
          maxClients(isAuthenticated),
          JSON.stringify([OTHER, '']),
          JSON.stringify(Object.fromEntries(operations)),
          MAX_COORDINATES,
          day,
        );
      const results = (await batch.exec()) ?? [];
      for (const [error] of results) if (error) throw error;
      await deleteBefore(firstDay(day));
    },
    async read(since) {
      const stored = (await redis.smembers(days)).filter((day) => day >= since).toSorted();
      const rows = [];
      for (const day of stored)
        for (const pool of POOLS)
          for (const [names, operations] of Object.entries(await redis.hgetall(hashOf(day, pool)))) {
            const [client, version] = JSON.parse(names) as [string, string];
            rows.push({ day, client, version, operations: JSON.parse(operations) });
          }
      return rows;
    },
  };
}
