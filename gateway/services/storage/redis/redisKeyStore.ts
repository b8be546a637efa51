import type { Redis } from 'ioredis';
import { MAX_STORED_AUDIT_ENTRIES } from '../../auth/auditLog.ts';
import type { KeyStore, StoredKey, StoredRecord } from '../../auth/keyStore.ts';
import { auditStream } from './redisAuditLog.ts';

/**
 * KEYS: records, audit stream. ARGV: id, version, record, audit entry, maximum number of audit entries.
 * Returns 1, or 0 if the stored version is not the previous one.
 */
const WRITE = `
  local known = redis.call('HGET', KEYS[1], ARGV[1])
  local version = 0
  if known then version = cjson.decode(known).version end
  if version ~= tonumber(ARGV[2]) - 1 then return 0 end
  redis.call('HSET', KEYS[1], ARGV[1], ARGV[3])
  redis.call('XADD', KEYS[2], 'MAXLEN', '~', ARGV[5], '*', 'entry', ARGV[4])
  return 1`;

/**
 * Stores keys or previews in Redis for all gateways of a deployment: one hash of records by id, one of the times of last use. They
 * are in the hash slot of the audit log.
 */
export function createRedisKeyStore<Stored extends StoredRecord = StoredKey>(
  redis: Redis,
  prefix: string,
  kind: 'keys' | 'previews',
): KeyStore<Stored> {
  const records = kind === 'keys' ? `{${prefix}:keys}` : `{${prefix}:keys}:previews`;
  const uses = `${records}:used`;
  return {
    async find(id) {
      const record = await redis.hget(records, id);
      return record === null ? null : (JSON.parse(record) as Stored);
    },
    async all() {
      const [stored, used] = await Promise.all([redis.hvals(records), redis.hgetall(uses)]);
      return stored
        .map((record) => JSON.parse(record) as Stored)
        .sort((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1))
        .map((key) => ({ key, usedAt: used[key.id] === undefined ? null : Number(used[key.id]) }));
    },
    async write(key, entry) {
      const args = [
        key.id,
        key.version,
        JSON.stringify(key),
        JSON.stringify(entry),
        MAX_STORED_AUDIT_ENTRIES,
      ];
      return (await redis.eval(WRITE, 2, records, auditStream(prefix), ...args)) === 1;
    },
    recordUse: async (id, at) => void (await redis.hset(uses, id, at)),
    remove: async (id) => void (await redis.multi().hdel(records, id).hdel(uses, id).exec()),
  };
}
