import type { ApiKeyInfo } from '../../core/apiKeyInfo.ts';
import type { AuditEntry } from './auditLog.ts';

/** A secret of a key. */
interface StoredSecret {
  /** SHA-256 of the whole key, in base64url. */
  readonly digest: string;
  /** The end of the overlap in milliseconds since 1970, if a newer secret replaces it. */
  readonly validUntil?: number;
}

/** A key as stored. Times are milliseconds since 1970. */
export interface StoredKey extends Omit<ApiKeyInfo, 'lastUsedAt' | 'previousSecretExpiresAt'> {
  /** The newest first; empty if the key is revoked. */
  readonly secrets: readonly StoredSecret[];
  /** Counts the changes. */
  readonly version: number;
}

/** A key with the time of its last use. */
export interface StoredKeyUse {
  readonly key: StoredKey;
  readonly usedAt: number | null;
}

/** The keys of a deployment, shared by all its gateways. */
export interface KeyStore {
  find(id: string): Promise<StoredKey | null>;
  /** Returns all keys in the order of creation, with the time of their last use. */
  all(): Promise<StoredKeyUse[]>;
  /**
   * Replaces version `n - 1` of a key by version `n` and appends the audit entry in the same transaction. Version 1
   * requires that the key does not exist.
   * @returns false if another version is stored; nothing is written then
   */
  write(key: StoredKey, entry: AuditEntry): Promise<boolean>;
  /** Records the time of a use. */
  recordUse(id: string, at: number): Promise<void>;
}
