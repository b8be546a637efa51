import type { DatabaseSync } from 'node:sqlite';
import type { AuditEntry } from '../../auth/auditLog.ts';
import type { KeyStore, StoredKey, StoredKeyUse } from '../../auth/keyStore.ts';

const TABLE = `
  CREATE TABLE IF NOT EXISTS key (
    id TEXT PRIMARY KEY, version INTEGER NOT NULL, record TEXT NOT NULL, created_at INTEGER NOT NULL, used_at INTEGER
  ) WITHOUT ROWID`;

interface Row {
  readonly record: string;
  readonly usedAt: number | null;
}

/** Stores keys in the SQLite state file, which all processes of this machine share. */
export function createSqliteKeyStore(
  state: DatabaseSync,
  audit: { insert(entry: AuditEntry): void },
): KeyStore {
  state.exec(TABLE);
  const find = state.prepare('SELECT record, used_at AS usedAt FROM key WHERE id = ?');
  const all = state.prepare('SELECT record, used_at AS usedAt FROM key ORDER BY created_at, id');
  const add = state.prepare(
    'INSERT OR IGNORE INTO key (id, version, record, created_at) VALUES (?, ?, ?, ?)',
  );
  const change = state.prepare('UPDATE key SET version = ?, record = ? WHERE id = ? AND version = ?');
  const use = state.prepare('UPDATE key SET used_at = max(coalesce(used_at, 0), ?) WHERE id = ?');
  return {
    async find(id) {
      const row = find.get(id) as Row | undefined;
      return row ? (JSON.parse(row.record) as StoredKey) : null;
    },
    all: async () =>
      (all.all() as unknown as Row[]).map(
        ({ record, usedAt }): StoredKeyUse => ({
          key: JSON.parse(record) as StoredKey,
          usedAt,
        }),
      ),
    async write(key, entry) {
      const { id, version, createdAt } = key;
      const record = JSON.stringify(key);
      state.exec('BEGIN IMMEDIATE');
      try {
        const { changes } =
          version === 1
            ? add.run(id, version, record, createdAt)
            : change.run(version, record, id, version - 1);
        if (changes === 1) audit.insert(entry);
        state.exec('COMMIT');
        return changes === 1;
      } catch (error) {
        state.exec('ROLLBACK');
        throw error;
      }
    },
    recordUse: async (id, at) => void use.run(at, id),
  };
}
