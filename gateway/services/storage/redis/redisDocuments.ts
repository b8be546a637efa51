import type { Redis } from 'ioredis';
import { raceTimeout } from '../../scheduling/deadline.ts';
import type { SharedDocuments } from '../storage.ts';

const MAX_DOCUMENTS = 2000;
const MAX_DOCUMENTS_OF_OWNER = 200;
const TTL_SECONDS = 7 * 86_400;
/** Asking the client for the text takes about as long. */
const TIMEOUT_MS = 250;

/**
 * Stores a document, and removes all but the newest of its owner, and of all. A document that is stored keeps its owner.
 * KEYS: prefix of documents, sorted set of all ids by time, the same of the owner. ARGV: id, text, TTL in seconds, maximum
 * number, maximum number of the owner.
 */
const PUT = `
  if redis.call('SET', KEYS[1] .. ARGV[1], ARGV[2], 'EX', ARGV[3], 'NX') == false then return end
  local time = redis.call('TIME')
  local now = string.format('%.0f', time[1] * 1000000 + time[2])
  for i = 2, 3 do
    redis.call('ZADD', KEYS[i], now, ARGV[1])
    redis.call('EXPIRE', KEYS[i], ARGV[3])
  end
  for i = 3, 2, -1 do
    for _, id in ipairs(redis.call('ZRANGE', KEYS[i], 0, -(ARGV[i + 2] + 1))) do
      redis.call('DEL', KEYS[1] .. id)
      redis.call('ZREM', KEYS[2], id)
      redis.call('ZREM', KEYS[3], id)
    end
  end`;

/** Creates the persisted documents in Redis. They are evicted by number and age; an owner above its share evicts its own. */
export function createRedisDocuments(redis: Redis, prefix: string): SharedDocuments {
  const keyPrefix = `${prefix}:document:`;
  return {
    async get(id) {
      // The connection logs its own failures.
      const text = await raceTimeout(redis.get(`${keyPrefix}${id}`), TIMEOUT_MS).catch(() => null);
      return text ?? undefined;
    },
    async put(id, text, owner) {
      const keys = [keyPrefix, `${prefix}:documents`, `${prefix}:documents:${owner}`];
      const limits = [TTL_SECONDS, MAX_DOCUMENTS, MAX_DOCUMENTS_OF_OWNER];
      await redis.eval(PUT, keys.length, ...keys, id, text, ...limits);
    },
  };
}
