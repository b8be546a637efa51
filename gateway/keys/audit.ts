import type { DatabaseSync } from 'node:sqlite';
import type { Redis } from 'ioredis';
import type { Caller } from '../context.ts';
import { type ChainState, digestOfLine, readChain } from './auditChain.ts';

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
  /** The digest of the line before, in hexadecimal; empty at the first. The log itself puts it there. */
  readonly before?: string;
}

/** The log of such acts. What is in it is neither changed nor taken out. */
export interface AuditLog {
  note(entry: AuditEntry): Promise<void>;
  /** The last so many, the oldest of them first. */
  read(most: number): Promise<AuditEntry[]>;
  /** Whether all of it is as it was written. */
  verify(): Promise<ChainState>;
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
    BEGIN SELECT raise(ABORT, 'the audit log is only ever added to'); END;
  CREATE TRIGGER IF NOT EXISTS audit_is_not_replaced BEFORE INSERT ON audit
    WHEN EXISTS (SELECT 1 FROM audit WHERE seq >= NEW.seq AND NEW.seq <> -1)
    BEGIN SELECT raise(ABORT, 'the audit log is only ever added to'); END`;
/** One statement, so that nobody else's line comes between a line and the one it names. */
const ADD = `INSERT INTO audit (entry) SELECT substr($entry, 1, length($entry) - 1) || ',"before":"' ||
  coalesce((SELECT trivium_digest(entry) FROM audit ORDER BY seq DESC LIMIT 1), '') || '"}'`;

/** The log in the state file, which itself refuses to change an entry. `append` may be part of a transaction. */
export function createSqliteAudit(state: DatabaseSync): AuditLog & { append(entry: AuditEntry): void } {
  state.exec(TABLE);
  state.function('trivium_digest', { deterministic: true }, (line) => digestOfLine(String(line), 'sha256'));
  const add = state.prepare(ADD);
  const all = state.prepare('SELECT entry FROM audit ORDER BY seq');
  const last = state.prepare('SELECT entry FROM audit ORDER BY seq DESC LIMIT ?');
  const append = (entry: AuditEntry) => void add.run({ entry: JSON.stringify(entry) });
  return {
    append,
    note: async (entry) => append(entry),
    read: async (most) =>
      (last.all(most) as { entry: string }[]).map(({ entry }) => JSON.parse(entry) as AuditEntry).reverse(),
    verify: () =>
      readChain(
        (all.all() as { entry: string }[]).map(({ entry }) => entry),
        'sha256',
      ),
  };
}

/** The name of the log's stream in Redis, in the slot of the keys. */
export const auditStream = (prefix: string): string => `{${prefix}:keys}:audit`;

/** Adds a line to a stream, within a script: `append(stream, entry)`. */
export const APPEND = `
  local function append(stream, entry)
    local last = redis.call('XREVRANGE', stream, '+', '-', 'COUNT', 1)[1]
    local before = last and redis.sha1hex(last[2][2]) or ''
    redis.call('XADD', stream, '*', 'entry', string.sub(entry, 1, -2) .. ',"before":"' .. before .. '"}')
  end`;
/** Lines that are read at once. */
const PAGE = 1_000;

/** The log in a stream of Redis, which is never trimmed. */
export function createRedisAudit(redis: Redis, prefix: string): AuditLog {
  const stream = auditStream(prefix);
  return {
    note: async (entry) =>
      void (await redis.eval(`${APPEND} append(KEYS[1], ARGV[1])`, 1, stream, JSON.stringify(entry))),
    async read(most) {
      const entries = await redis.xrevrange(stream, '+', '-', 'COUNT', most);
      return entries.map(([, [, entry]]) => JSON.parse(entry as string) as AuditEntry).reverse();
    },
    verify: () => readChain(linesOf(redis, stream), 'sha1'),
  };
}

/** All lines of a stream, the oldest first. */
async function* linesOf(redis: Redis, stream: string): AsyncGenerator<string> {
  for (let from = '-'; ; ) {
    const page = await redis.xrange(stream, from, '+', 'COUNT', PAGE);
    for (const [, [, entry]] of page) yield entry as string;
    const last = page.at(-1);
    if (!last || page.length < PAGE) return;
    from = `(${last[0]}`;
  }
}
