import type { DatabaseSync } from 'node:sqlite';
import type { AuditEntry } from '../../auth/auditLog.ts';
import type { KeyStore, StoredKey, StoredRecord, StoredUse } from '../../auth/keyStore.ts';
import { inTransaction } from './sqlite.ts';

const tableOf = (name: string): string => `
  CREATE TABLE IF NOT EXISTS ${name} (
    id TEXT PRIMARY KEY, version INTEGER NOT NULL, record TEXT NOT NULL, created_at INTEGER NOT NULL, used_at INTEGER
  ) WITHOUT ROWID`;

interface Row {
  readonly record: string;
  readonly usedAt: number | null;
}

/**
 * Stores keys or previews in the SQLite state file, which all processes of this machine share.
 * @param table of the records
 */
export function createSqliteKeyStore<Stored extends StoredRecord = StoredKey>(
  state: DatabaseSync,
  audit: { insert(entry: AuditEntry): void },
  table: 'key' | 'preview',
): KeyStore<Stored> {
  state.exec(tableOf(table));
  const find = state.prepare(`SELECT record, used_at AS usedAt FROM ${table} WHERE id = ?`);
  const all = state.prepare(`SELECT record, used_at AS usedAt FROM ${table} ORDER BY created_at, id`);
  const add = state.prepare(
    `INSERT OR IGNORE INTO ${table} (id, version, record, created_at) VALUES (?, ?, ?, ?)`,
  );
  const change = state.prepare(`UPDATE ${table} SET version = ?, record = ? WHERE id = ? AND version = ?`);
  const use = state.prepare(`UPDATE ${table} SET used_at = max(coalesce(used_at, 0), ?) WHERE id = ?`);
  const remove = state.prepare(`DELETE FROM ${table} WHERE id = ?`);
  return {
    async find(id) {
      const row = find.get(id) as Row | undefined;
      return row ? (JSON.parse(row.record) as Stored) : null;
    },
    all: async () =>
      (all.all() as unknown as Row[]).map(
        ({ record, usedAt }): StoredUse<Stored> => ({
          key: JSON.parse(record) as Stored,
          usedAt,
        }),
      ),
    async write(key, entry) {
      const { id, version, createdAt } = key;
      const record = JSON.stringify(key);
      return inTransaction(state, () => {
        const { changes } =
          version === 1
            ? add.run(id, version, record, createdAt)
            : change.run(version, record, id, version - 1);
        if (changes === 1) audit.insert(entry);
        return changes === 1;
      });
    },
    recordUse: async (id, at) => void use.run(at, id),
    remove: async (id) => void remove.run(id),
  };
}
