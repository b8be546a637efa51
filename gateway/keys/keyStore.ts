import type { Scope } from '../scopes/scopes.ts';
import type { AuditEntry } from './audit.ts';

/** One of the secrets that open a key. */
interface StoredSecret {
  /** SHA-256 of the whole key, in base64url. */
  readonly digest: string;
  /** When it ends, in milliseconds since 1970, where a newer one has taken its place. */
  readonly until?: number;
}

/** A key as it is kept. Times are milliseconds since 1970. */
export interface StoredKey {
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** Of web pages that may use it, e.g. `https://example.org`; empty where anything may. */
  readonly origins: readonly string[];
  readonly createdAt: number;
  /** Who made it, as the audit log names them; absent where that was not noted. */
  readonly createdBy?: string;
  /** The ids of the keys in whose line it was made, the nearest first: it opens nothing once one of them is revoked. */
  readonly makers?: readonly string[];
  readonly expiresAt?: number;
  readonly revokedAt?: number;
  /** The newest first; none where the key is revoked. */
  readonly secrets: readonly StoredSecret[];
  /** Counts the changes. */
  readonly version: number;
}

/** The keys of a deployment, where all its gateways see them. */
export interface KeyStore {
  find(id: string): Promise<StoredKey | null>;
  /** In the order in which they were made, with when each was used last. */
  all(): Promise<{ readonly key: StoredKey; readonly usedAt: number | null }[]>;
  /**
   * Writes a key of version `n` over that of version `n - 1`; version 1 over none. The audit log has the entry when the key
   * is written, and not otherwise.
   * @returns false where another version is there, and nothing is written
   */
  write(key: StoredKey, entry: AuditEntry): Promise<boolean>;
  /** Notes when a key was used. */
  use(id: string, at: number): Promise<void>;
}
