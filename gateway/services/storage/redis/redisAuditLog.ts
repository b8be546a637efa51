import type { Redis } from 'ioredis';
import { type AuditEntry, type AuditLog, MAX_STORED_AUDIT_ENTRIES } from '../../auth/auditLog.ts';

/** The Redis stream of the log, in the same hash slot as the keys. */
export const auditStream = (prefix: string): string => `{${prefix}:keys}:audit`;

/** Stores the log in a Redis stream. */
export function createRedisAuditLog(redis: Redis, prefix: string): AuditLog {
  const stream = auditStream(prefix);
  return {
    append: async (entry) =>
      void (await redis.xadd(
        stream,
        'MAXLEN',
        '~',
        MAX_STORED_AUDIT_ENTRIES,
        '*',
        'entry',
        JSON.stringify(entry),
      )),
    async read(limit) {
      const entries = await redis.xrevrange(stream, '+', '-', 'COUNT', limit);
      return entries.map(([, [, entry]]) => JSON.parse(entry as string) as AuditEntry).reverse();
    },
  };
}
