import type { Caller } from '../../core/context.ts';

/** A privileged action. It never contains a secret. */
export interface AuditEntry {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** `key:<id>`, `editor:<subject>` or `operator`. */
  readonly by: string;
  /** The network address of the caller; empty at the command line. */
  readonly from: string;
  readonly action:
    | 'key.create'
    | 'key.rotate'
    | 'key.revoke'
    | 'editor.login'
    | 'preview.start'
    | 'preview.create'
    | 'preview.revoke';
  /** The key, editor or preview that the action concerns. */
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
