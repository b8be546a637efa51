import type { DatabaseSync } from 'node:sqlite';
import { type AuditEntry, type AuditLog, MAX_STORED_AUDIT_ENTRIES } from '../../auth/auditLog.ts';

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
