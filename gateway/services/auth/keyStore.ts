import type { ApiKeyInfo } from '../../core/apiKeyInfo.ts';
import { inputError } from '../../core/errors.ts';
import type { AuditEntry } from './auditLog.ts';

/** A secret of a key. */
interface StoredSecret {
  /** SHA-256 of the whole key, in base64url. */
  readonly digest: string;
  /** The end of the overlap in milliseconds since 1970, if a newer secret replaces it. */
  readonly validUntil?: number;
}

/** What is stored of a key or a preview. Times are milliseconds since 1970. */
export interface StoredRecord {
  readonly id: string;
  readonly createdAt: number;
  /** Counts the changes. */
  readonly version: number;
}

/** A key as stored. Times are milliseconds since 1970. */
export interface StoredKey extends StoredRecord, Omit<ApiKeyInfo, 'lastUsedAt' | 'previousSecretExpiresAt'> {
  /** The newest first; empty if the key is revoked. */
  readonly secrets: readonly StoredSecret[];
}

/** A record with the time of its last use. */
export interface StoredUse<Stored extends StoredRecord = StoredKey> {
  readonly key: Stored;
  readonly usedAt: number | null;
}

/** The keys, or the previews, of a deployment, shared by all its gateways. */
export interface KeyStore<Stored extends StoredRecord = StoredKey> {
  find(id: string): Promise<Stored | null>;
  /** Returns all records in the order of creation, with the time of their last use. */
  all(): Promise<StoredUse<Stored>[]>;
  /**
   * Replaces version `n - 1` of a record by version `n` and appends the audit entry in the same transaction. Version 1
   * requires that the record does not exist.
   * @returns false if another version is stored; nothing is written then
   */
  write(record: Stored, entry: AuditEntry): Promise<boolean>;
  /** Records the time of a use. */
  recordUse(id: string, at: number): Promise<void>;
  /** Removes a record. The audit log keeps its entries. */
  remove(id: string): Promise<void>;
}

/** Attempts to change a record that other requests change at the same time. */
const MAX_ATTEMPTS = 5;

/**
 * Changes a record, with an entry of the audit log, also while other requests change it.
 * @param what names the record in errors
 * @param change returns the record itself if nothing is to be written
 * @returns the stored record
 * @throws GraphQLError `BAD_USER_INPUT` if other requests change it again and again, and what `change` throws
 */
export async function changeRecord<Stored extends StoredRecord>(
  store: Pick<KeyStore<Stored>, 'find' | 'write'>,
  { id, what, entry }: { readonly id: string; readonly what: string; readonly entry: AuditEntry },
  change: (stored: Stored | null) => Stored,
): Promise<Stored> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const stored = await store.find(id);
    const changed = change(stored);
    if (changed === stored) return stored;
    const written = { ...changed, version: changed.version + 1 };
    if (await store.write(written, entry)) return written;
  }
  throw inputError(`expected one change of ${what} ${id} at a time, got several; try again`);
}

/**
 * Returns a store that reports its failures. The time of a use is no failure: the next use records it.
 * @param report throws what the request is rejected with
 */
export const reportOutages = <Stored extends StoredRecord>(
  store: KeyStore<Stored>,
  report: (error: unknown) => never,
): KeyStore<Stored> => ({
  ...store,
  find: (id) => store.find(id).catch(report),
  all: () => store.all().catch(report),
  write: (record, entry) => store.write(record, entry).catch(report),
  remove: (id) => store.remove(id).catch(report),
});
