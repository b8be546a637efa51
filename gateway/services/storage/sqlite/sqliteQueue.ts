import type { DatabaseSync } from 'node:sqlite';
import type { Claim, DeadItem, Queue, QueueOptions } from '../queue/queue.ts';
import { inTransaction } from './sqlite.ts';

const TABLE = `
  CREATE TABLE IF NOT EXISTS queue (
    name TEXT NOT NULL, key TEXT NOT NULL, body TEXT NOT NULL,
    added_at INTEGER NOT NULL, due INTEGER, attempts INTEGER NOT NULL DEFAULT 0,
    generation INTEGER NOT NULL DEFAULT 0, claimed INTEGER NOT NULL DEFAULT 0, done_at INTEGER, error TEXT,
    PRIMARY KEY (name, key)
  ) WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS queue_due ON queue (name, due);
`;
/** Expired completed keys are deleted once per this many additions. */
const ADDITIONS_PER_SWEEP = 200;

/**
 * Creates a queue in the state file. An item is due from `due` on; null means dead-lettered, or completed when `done_at` is
 * set.
 */
export function createSqliteQueue(
  state: DatabaseSync,
  { name, completedTtlMs, now: readClock = Date.now }: QueueOptions,
): Queue {
  state.exec(TABLE);
  const add = state.prepare(`
    INSERT INTO queue (name, key, body, added_at, due) VALUES ($name, $key, $body, $now, $now + $delayMs)
    ON CONFLICT (name, key) DO UPDATE SET body = $body, attempts = 0,
      due = CASE WHEN due IS NULL THEN $now + $delayMs WHEN due > $now AND (claimed OR $delayMs > 0) THEN due
        ELSE $now END, error = NULL, done_at = NULL,
      generation = generation + 1, added_at = CASE WHEN due IS NULL THEN $now ELSE added_at END
    WHERE done_at <= $forgotten OR (done_at IS NULL AND (due IS NULL OR NOT $shouldSkipExisting))`);
  const claim = state.prepare(`
    UPDATE queue SET due = $until, claimed = 1 WHERE name = $name AND key IN (
      SELECT key FROM queue WHERE name = $name AND due <= $now ORDER BY due LIMIT $limit)
    RETURNING key, body, attempts, added_at AS addedAt, generation`);
  const extend = state.prepare(
    'UPDATE queue SET due = $until WHERE name = $name AND key = $key AND claimed AND due IS NOT NULL',
  );
  const done = state.prepare(
    'UPDATE queue SET due = NULL, claimed = 0, done_at = $now WHERE name = $name AND key = $key AND generation = $generation',
  );
  const again = state.prepare(
    'UPDATE queue SET due = $now, claimed = 0 WHERE name = $name AND key = $key AND due IS NOT NULL',
  );
  const fail = state.prepare(`
    UPDATE queue SET due = $due, claimed = 0, attempts = attempts + 1, error = $error
    WHERE name = $name AND key = $key AND generation = $generation`);
  const forget = state.prepare('DELETE FROM queue WHERE name = $name AND done_at <= $forgotten');
  const next = state.prepare('SELECT min(due) AS due FROM queue WHERE name = $name AND due IS NOT NULL');
  const count = state.prepare(`
    SELECT count(due) AS waiting, count(*) FILTER (WHERE due IS NULL AND done_at IS NULL) AS dead,
      min(added_at) FILTER (WHERE due <= $now OR claimed OR (attempts > 0 AND due IS NOT NULL)) AS oldestOverdueAt FROM queue WHERE name = $name`);
  const deadLetters = state.prepare(`
    SELECT key, body, attempts, added_at AS addedAt, error FROM queue
    WHERE name = $name AND due IS NULL AND done_at IS NULL ORDER BY added_at LIMIT $limit`);
  const requeueDeadLetters = state.prepare(
    'UPDATE queue SET due = $now, attempts = 0 WHERE name = $name AND due IS NULL AND done_at IS NULL',
  );
  const clear = state.prepare('DELETE FROM queue WHERE name = $name');
  let added = 0;

  const put = (key: string, body: string, delayMs: number, shouldSkipExisting = false): boolean => {
    const now = readClock();
    if (++added % ADDITIONS_PER_SWEEP === 0) forget.run({ name, forgotten: now - completedTtlMs });
    return (
      add.run({
        name,
        key,
        body,
        now,
        delayMs,
        shouldSkipExisting: shouldSkipExisting ? 1 : 0,
        forgotten: now - completedTtlMs,
      }).changes > 0
    );
  };

  return {
    add: async (key, body, { delayMs = 0, shouldSkipExisting } = {}) =>
      put(key, body, delayMs, shouldSkipExisting),
    async addAll(items) {
      if (items.length === 0) return;
      inTransaction(state, () => {
        for (const { key, body, delayMs = 0 } of items) put(key, body, delayMs);
      });
    },
    async claim(limit, leaseMs) {
      const now = readClock();
      return claim.all({ name, now, until: now + leaseMs, limit }) as unknown as Claim[];
    },
    async extend({ key }, leaseMs) {
      extend.run({ name, key, until: readClock() + leaseMs });
    },
    async complete({ key, generation }) {
      const now = readClock();
      if (done.run({ name, key, generation, now }).changes === 0) again.run({ name, key, now });
    },
    async fail({ key, generation }, error, delayMs) {
      const now = readClock();
      const due = delayMs === null ? null : now + delayMs;
      if (fail.run({ name, key, generation, error, due }).changes === 0) again.run({ name, key, now });
    },
    async nextDue() {
      const { due } = next.get({ name }) as { due: number | null };
      return due === null ? null : Math.max(0, due - readClock());
    },
    state: async () =>
      count.get({ name, now: readClock() }) as unknown as Awaited<ReturnType<Queue['state']>>,
    deadLetters: async (limit) => deadLetters.all({ name, limit }) as unknown as DeadItem[],
    requeueDeadLetters: async () => Number(requeueDeadLetters.run({ name, now: readClock() }).changes),
    clear: async () => void clear.run({ name }),
  };
}
