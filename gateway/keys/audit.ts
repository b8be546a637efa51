import type { DatabaseSync } from 'node:sqlite';
import type { Redis } from 'ioredis';
import type { Caller } from '../context.ts';

/** What somebody with power has done. No secret is ever part of it. */
export interface AuditEntry {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** `key:<id>`, `editor:<subject>` or `operator`. */
  readonly by: string;
  /** The network address it came from; empty where it was done on the machine itself. */
  readonly from: string;
  readonly action: 'key.create' | 'key.rotate' | 'key.revoke' | 'editor.enter';
  /** What it was done to. */
  readonly subject: string;
  readonly detail?: Readonly<Record<string, unknown>>;
}

/** The log of such acts. What is in it is neither changed nor taken out. */
export interface AuditLog {
  note(entry: AuditEntry): Promise<void>;
  /** The last so many, the oldest of them first. */
  read(most: number): Promise<AuditEntry[]>;
}

/** An entry for what a caller does now. */
export const actOf = (
  { name, address }: Caller,
  at: number,
  act: Pick<AuditEntry, 'action' | 'subject' | 'detail'>,
): AuditEntry => ({ at, by: name, from: address, ...act });

const TABLE = `
  CREATE TABLE IF NOT EXISTS audit (seq INTEGER PRIMARY KEY AUTOINCREMENT, entry TEXT NOT NULL);
  CREATE TRIGGER IF NOT EXISTS audit_is_kept BEFORE DELETE ON audit
    BEGIN SELECT raise(ABORT, 'the audit log is only ever added to'); END;
  CREATE TRIGGER IF NOT EXISTS audit_stands BEFORE UPDATE ON audit
    BEGIN SELECT raise(ABORT, 'the audit log is only ever added to'); END`;

/** The log in the state file, which itself refuses to change an entry. `append` may be part of a transaction. */
export function createSqliteAudit(state: DatabaseSync): AuditLog & { append(entry: AuditEntry): void } {
  state.exec(TABLE);
  const add = state.prepare('INSERT INTO audit (entry) VALUES (?)');
  const last = state.prepare('SELECT entry FROM audit ORDER BY seq DESC LIMIT ?');
  const append = (entry: AuditEntry) => void add.run(JSON.stringify(entry));
  return {
    append,
    note: async (entry) => append(entry),
    read: async (most) =>
      (last.all(most) as { entry: string }[]).map(({ entry }) => JSON.parse(entry) as AuditEntry).reverse(),
  };
}

/** The name of the log's stream in Redis, in the slot of the keys. */
export const auditStream = (prefix: string): string => `{${prefix}:keys}:audit`;

/** The log in a stream of Redis, which is never trimmed. */
export function createRedisAudit(redis: Redis, prefix: string): AuditLog {
  const stream = auditStream(prefix);
  return {
    note: async (entry) => void (await redis.xadd(stream, '*', 'entry', JSON.stringify(entry))),
    async read(most) {
      const entries = await redis.xrevrange(stream, '+', '-', 'COUNT', most);
      return entries.map(([, [, entry]]) => JSON.parse(entry as string) as AuditEntry).reverse();
    },
  };
}
