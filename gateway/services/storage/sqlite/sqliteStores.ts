import type { DatabaseSync } from 'node:sqlite';
import type { StoredPreview } from '../../auth/previews.ts';
import { createIndexedModels, type Times } from '../indexedModels.ts';
import { createQueues } from '../queue/queues.ts';
import type { DurableStores } from '../storage.ts';
import { openSqlite } from './sqlite.ts';
import { createSqliteAuditLog } from './sqliteAuditLog.ts';
import { createSqliteKeyStore } from './sqliteKeyStore.ts';
import { createSqliteQueue } from './sqliteQueue.ts';
import { createSqliteUsageStore } from './sqliteUsageStore.ts';

/** A reservation further in the future is ignored: the clock was set back. */
const MAX_RESERVATION_MS = 60_000;

/**
 * Opens the durable stores in the SQLite file of a folder, which all processes of a machine share.
 * @param folder or `IN_MEMORY`
 * @throws Error if the folder is not writable
 */
export function openSqliteStores(folder: string): DurableStores {
  const state = openSqlite(folder);
  const audit = createSqliteAuditLog(state);
  const queues = createQueues((options) => createSqliteQueue(state, options));
  return {
    ...queues,
    ...createCheckpoints(state),
    indexedModels: createIndexedModels(createTimes(state), queues.indexJobs),
    keys: createSqliteKeyStore(state, audit, 'key'),
    previews: createSqliteKeyStore<StoredPreview>(state, audit, 'preview'),
    audit,
    usage: createSqliteUsageStore(state),
    [Symbol.asyncDispose]: async () => state.close(),
  };
}

/** Creates texts and reservations by name, which are in one table. */
function createCheckpoints(state: DatabaseSync): Pick<DurableStores, 'checkpoint' | 'reserveSlot'> {
  state.exec(
    'CREATE TABLE IF NOT EXISTS checkpoint (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID',
  );
  const read = state.prepare('SELECT value FROM checkpoint WHERE name = ?');
  const write = state.prepare('INSERT OR REPLACE INTO checkpoint (name, value) VALUES (?, ?)');
  const reserve = state.prepare(`
    INSERT INTO checkpoint (name, value) VALUES ($name, $now + $interval)
    ON CONFLICT (name) DO UPDATE SET value = $interval +
      CASE WHEN CAST(value AS INTEGER) BETWEEN $now AND $latest THEN CAST(value AS INTEGER) ELSE $now END
    RETURNING CAST(value AS INTEGER) - $interval AS reservedAt`);
  return {
    checkpoint: (name) => ({
      read: async () => (read.get(name) as { value: string } | undefined)?.value ?? null,
      write: async (value) => void write.run(name, value),
    }),
    async reserveSlot(schedule, intervalMs) {
      const now = Date.now();
      // If the clock was set back, reservations are too far in the future: they are ignored.
      const latest = now + MAX_RESERVATION_MS;
      const { reservedAt } = reserve.get({ name: `slot ${schedule}`, now, interval: intervalMs, latest }) as {
        reservedAt: number;
      };
      return Math.max(0, reservedAt - now);
    },
  };
}

/** Creates the times of the last use of models. */
function createTimes(state: DatabaseSync): Times {
  state.exec(
    'CREATE TABLE IF NOT EXISTS indexed_model (fingerprint TEXT PRIMARY KEY, used_at INTEGER NOT NULL) WITHOUT ROWID',
  );
  const write = state.prepare('INSERT OR REPLACE INTO indexed_model (fingerprint, used_at) VALUES (?, ?)');
  const readAll = state.prepare('SELECT fingerprint, used_at AS usedAt FROM indexed_model');
  const remove = state.prepare('DELETE FROM indexed_model WHERE fingerprint = ?');
  return {
    write: async (name, time) => void write.run(name, time),
    readAll: async () =>
      (readAll.all() as unknown as { fingerprint: string; usedAt: number }[]).map(
        ({ fingerprint, usedAt }) => [fingerprint, usedAt] as const,
      ),
    remove: async (name) => void remove.run(name),
  };
}
