import type { DatabaseSync } from 'node:sqlite';
import {
  type ClientUsage,
  firstDay,
  MAX_COORDINATES,
  maxClients,
  OTHER,
  type StoredUsage,
  type UsageStore,
} from '../../usage/usageStore.ts';
import { inTransaction } from './sqlite.ts';

/** One row has all counts of a client, so that a batch writes few rows. */
const TABLE = `
  CREATE TABLE IF NOT EXISTS usage (
    day TEXT NOT NULL, client TEXT NOT NULL, version TEXT NOT NULL, authenticated INTEGER NOT NULL,
    operations TEXT NOT NULL, PRIMARY KEY (day, authenticated, client, version)
  ) WITHOUT ROWID`;

/** Stores usage in the SQLite state file. */
export function createSqliteUsageStore(state: DatabaseSync): UsageStore {
  state.exec(TABLE);
  const find = state.prepare(
    'SELECT operations FROM usage WHERE day = ? AND authenticated = ? AND client = ? AND version = ?',
  );
  const count = state.prepare('SELECT count(*) AS clients FROM usage WHERE day = ? AND authenticated = ?');
  const write = state.prepare(
    'INSERT OR REPLACE INTO usage (day, authenticated, client, version, operations) VALUES (?, ?, ?, ?, ?)',
  );
  const deleteBefore = state.prepare('DELETE FROM usage WHERE day < ?');
  const read = state.prepare('SELECT day, client, version, operations FROM usage WHERE day >= ?');

  const addClient = (day: string, { client, version, isAuthenticated, operations }: ClientUsage) => {
    const pool = Number(isAuthenticated);
    const stored = (...names: readonly [string, string]) =>
      (find.get(day, pool, ...names) as { operations: string } | undefined)?.operations;
    const { clients } = count.get(day, pool) as { clients: number };
    const isStored = stored(client, version) !== undefined || clients < maxClients(isAuthenticated);
    const names = isStored ? ([client, version] as const) : ([OTHER, ''] as const);
    const counts = JSON.parse(stored(...names) ?? '{}') as Record<string, number>;
    write.run(day, pool, ...names, JSON.stringify(sumOf(counts, operations)));
  };
  return {
    async add(day, usage) {
      inTransaction(state, () => {
        for (const client of usage) addClient(day, client);
        deleteBefore.run(firstDay(day));
      });
    },
    read: async (since) =>
      (read.all(since) as unknown as (Omit<StoredUsage, 'operations'> & { operations: string })[]).map(
        ({ operations, ...row }) => ({ ...row, operations: JSON.parse(operations) }),
      ),
  };
}

/** Adds counts to stored counts; new coordinates beyond the limit count as `other`. */
function sumOf(
  stored: Readonly<Record<string, number>>,
  added: ReadonlyMap<string, number>,
): Record<string, number> {
  const sum = new Map(Object.entries(stored));
  for (const [coordinate, operations] of added) {
    const name = sum.has(coordinate) || sum.size < MAX_COORDINATES ? coordinate : OTHER;
    sum.set(name, (sum.get(name) ?? 0) + operations);
  }
  return Object.fromEntries(sum);
}
