import type { DatabaseSync } from 'node:sqlite';
import type { Redis } from 'ioredis';
import type { Caller } from '../../core/context.ts';

/** A privileged action. It never contains a secret. */
export interface AuditEntry {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** `key:<id>`, `editor:<subject>` or `operator`. */
  readonly by: string;
  /** The network address of the caller; empty at the command line. */
  readonly from: string;
  readonly action: 'key.create' | 'key.rotate' | 'key.revoke' | 'editor.login';
  /** The key or editor that the action concerns. */
  readonly subject: string;
  readonly detail?: Readonly<Record<string, unknown>>;
}

/** An append-only log of privileged actions. The newest `MAX_STORED_AUDIT_ENTRIES` are kept. */
export interface AuditLog {
  append(entry: AuditEntry): Promise<void>;
  /** Returns the last `limit` entries, the oldest of them first. */
  read(limit: number): Promise<AuditEntry[]>;
}

/** Creates the entry for an action of a caller. */
export const auditEntry = (
  { name, address }: Caller,
  at: number,
  action: Pick<AuditEntry, 'action' | 'subject' | 'detail'>,
): AuditEntry => ({ at, by: name, from: address, ...action });

/** At their limit, administrators need two months to replace this many entries through one gateway. */
export const MAX_STORED_AUDIT_ENTRIES = 100_000;

const TABLE = `
  CREATE TABLE IF NOT EXISTS audit (seq INTEGER PRIMARY KEY AUTOINCREMENT, entry TEXT NOT NULL);
  DROP TRIGGER IF EXISTS audit_no_delete;
  CREATE TRIGGER IF NOT EXISTS audit_keep_newest BEFORE DELETE ON audit
    WHEN OLD.seq > (SELECT max(seq) FROM audit) - ${MAX_STORED_AUDIT_ENTRIES}
    BEGIN SELECT raise(ABORT, 'the audit log is append-only'); END;
  CREATE TRIGGER IF NOT EXISTS audit_no_update BEFORE UPDATE ON audit
    BEGIN SELECT raise(ABORT, 'the audit log is append-only'); END;
  CREATE TRIGGER IF NOT EXISTS audit_no_replace BEFORE INSERT ON audit
    WHEN EXISTS (SELECT 1 FROM audit WHERE seq >= NEW.seq AND NEW.seq <> -1)
    BEGIN SELECT raise(ABORT, 'the audit log is append-only'); END`;

/** Stores the log in the SQLite state file. `insert` can be part of a transaction. */
export function createSqliteAuditLog(state: DatabaseSync): AuditLog & { insert(entry: AuditEntry): void } {
  state.exec(TABLE);
  const add = state.prepare('INSERT INTO audit (entry) VALUES (?)');
  const last = state.prepare('SELECT entry FROM audit ORDER BY seq DESC LIMIT ?');
  const deleteOld = state.prepare('DELETE FROM audit WHERE seq <= ?');
  const insert = (entry: AuditEntry) => {
    const { lastInsertRowid } = add.run(JSON.stringify(entry));
    deleteOld.run(Number(lastInsertRowid) - MAX_STORED_AUDIT_ENTRIES);
  };
  return {
    insert,
    append: async (entry) => insert(entry),
    read: async (limit) =>
      (last.all(limit) as { entry: string }[]).map(({ entry }) => JSON.parse(entry) as AuditEntry).reverse(),
  };
}

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
