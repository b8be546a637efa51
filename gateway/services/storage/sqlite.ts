import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Milliseconds to wait for another process that is writing. */
const PATIENCE = 2000;

/**
 * Opens the file of what outlives a restart: keys, the queues of news and of index work, the audit log. Several processes
 * of one machine may have it open. A write is on the disk when it returns.
 * @param dir a folder that is made when it is missing; readable by its owner alone
 * @throws Error that names the folder when it cannot be written
 */
export function openSqlite(dir: string): DatabaseSync {
  try {
    mkdirSync(dir, { recursive: true, mode: 0o700 });
    const state = new DatabaseSync(join(dir, 'trivium.sqlite'), { timeout: PATIENCE });
    state.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
    return state;
  } catch (error) {
    throw new Error(
      `STATE_DIR: expected a folder this process may write, got ${JSON.stringify(dir)} (${(error as Error).message})`,
    );
  }
}
