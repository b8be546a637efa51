import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Time to wait while another process writes. */
const BUSY_TIMEOUT_MS = 2000;

const fileIn = (dir: string): string => join(dir, 'trivium.sqlite');

/** A state folder that is none: the state is in memory, for this process, and ends with it. The name is SQLite's own. */
export const IN_MEMORY = ':memory:';

/** Returns whether a folder has a database. */
export const hasSqlite = (dir: string): boolean => existsSync(fileIn(dir));

/** Runs writes in one transaction: all of them, or none if `write` throws. @returns its result */
export function inTransaction<T>(state: DatabaseSync, write: () => T): T {
  state.exec('BEGIN IMMEDIATE');
  try {
    const result = write();
    state.exec('COMMIT');
    return result;
  } catch (error) {
    state.exec('ROLLBACK');
    throw error;
  }
}

/**
 * Opens the database of durable state: API keys, webhook inbox, index jobs, audit log. Several processes of one machine may
 * open it. A write is on disk when it returns.
 * @param dir is created if missing, readable by its owner only; or `IN_MEMORY`
 * @throws Error that names the folder when it is not writable
 */
export function openSqlite(dir: string): DatabaseSync {
  if (dir === IN_MEMORY) return new DatabaseSync(IN_MEMORY);
  try {
    mkdirSync(dir, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw notWritable(dir, error as Error);
  }
  try {
    const state = new DatabaseSync(fileIn(dir), { timeout: BUSY_TIMEOUT_MS });
    state.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
    return state;
  } catch (error) {
    if ((error as { errcode?: number }).errcode !== NOT_A_DATABASE) throw notWritable(dir, error as Error);
    throw new Error(
      `STATE_DIR: expected a SQLite database in ${JSON.stringify(fileIn(dir))}, got a file that is damaged or another one; restore a copy of it, or move it away to start without keys and other state`,
    );
  }
}

/** https://www.sqlite.org/rescode.html#notadb */
const NOT_A_DATABASE = 26;

const notWritable = (dir: string, { message }: Error): Error =>
  new Error(`STATE_DIR: expected a writable folder, got ${JSON.stringify(dir)} (${message})`);
