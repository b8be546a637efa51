import type { Scope } from './scopes.ts';

/** An API key without its secrets. Times are milliseconds since 1970. */
export interface ApiKeyInfo {
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** Origins of web pages that may use it, e.g. `https://example.org`; empty if unrestricted. */
  readonly origins: readonly string[];
  readonly createdAt: number;
  /** The caller that created it, as the audit log names it. */
  readonly createdBy: string;
  readonly expiresAt?: number;
  readonly revokedAt?: number;
  /** The last use, rounded down to ten minutes, and not before the creation. */
  readonly lastUsedAt: number | null;
  readonly previousSecretExpiresAt: number | null;
}
