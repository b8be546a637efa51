import type { Redis } from 'ioredis';
import { createCachedKeyStore } from '../../auth/cachedKeyStore.ts';
import type { StoredPreview } from '../../auth/previews.ts';
import { createIndexedModels, type Times } from '../indexedModels.ts';
import { createQueues } from '../queue/queues.ts';
import type { Storage } from '../storage.ts';
import { connectDurable } from './redis.ts';
import { createRedisAuditLog } from './redisAuditLog.ts';
import { createRedisBuckets } from './redisBuckets.ts';
import { createRedisCacheStore } from './redisCacheStore.ts';
import { createRedisChangeBus } from './redisChangeBus.ts';
import { createRedisDocuments } from './redisDocuments.ts';
import { createRedisKeyStore } from './redisKeyStore.ts';
import { createRedisQueue } from './redisQueue.ts';
import { createRedisUsageStore } from './redisUsageStore.ts';

/** The version of the format of cached values. */
const CACHE_FORMAT = 4;

/** Reserves the next free time by the clock of Redis, which all instances share. Returns the wait in milliseconds. */
const RESERVE_SLOT_SCRIPT = `
  local time = redis.call('TIME')
  local now = time[1] * 1000 + math.floor(time[2] / 1000)
  local reservedAt = math.max(now, tonumber(redis.call('GET', KEYS[1]) or 0))
  redis.call('SET', KEYS[1], reservedAt + ARGV[1], 'PX', 60000)
  return reservedAt - now`;

/**
 * Opens the stores in the Redis of several gateways. Buckets and the cache, which the gateway can do without, have connections of
 * their own.
 * @param deployment part of all keys, so that deployments can share a Redis without sharing state
 */
export function openRedisStores(
  url: string,
  deployment: string,
  onError: (error: unknown) => void,
): Required<Storage> {
  const prefix = `trivium:${deployment}`;
  const redis = connectDurable(url);
  redis.on('error', onError);
  const queues = createQueues((options) => createRedisQueue(redis, prefix, options));
  return {
    ...queues,
    indexedModels: createIndexedModels(createTimes(redis, `${prefix}:indexed-models`), queues.indexJobs),
    keys: createCachedKeyStore(createRedisKeyStore(redis, prefix, 'keys')),
    previews: createCachedKeyStore(createRedisKeyStore<StoredPreview>(redis, prefix, 'previews')),
    audit: createRedisAuditLog(redis, prefix),
    usage: createRedisUsageStore(redis, prefix),
    checkpoint: (name) => ({
      read: () => redis.get(`${prefix}:checkpoint:${name}`),
      write: async (value) => void (await redis.set(`${prefix}:checkpoint:${name}`, value)),
    }),
    reserveSlot: async (schedule, intervalMs) =>
      Number(await redis.eval(RESERVE_SLOT_SCRIPT, 1, `${prefix}:slot:${schedule}`, intervalMs)),
    openBuckets: (onAvailability) => createRedisBuckets({ url, prefix, onAvailability }),
    openChangeBus: createRedisChangeBus(redis, prefix),
    shared: {
      openCache: (remoteInvalidations, onAvailability) =>
        createRedisCacheStore({
          url,
          prefix: `trivium:cache:${CACHE_FORMAT}:${deployment}`,
          remoteInvalidations,
          onAvailability,
        }),
      documents: createRedisDocuments(redis, prefix),
      ping: () => redis.ping(),
    },
    [Symbol.asyncDispose]: async () => redis.disconnect(),
  };
}

/** Creates the times of the last use of models. */
const createTimes = (redis: Redis, key: string): Times => ({
  write: async (name, time) => void (await redis.hset(key, name, time)),
  readAll: async () =>
    Object.entries(await redis.hgetall(key)).map(([name, time]) => [name, Number(time)] as const),
  remove: async (name) => void (await redis.hdel(key, name)),
});
