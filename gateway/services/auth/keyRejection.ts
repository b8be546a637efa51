import type { StoredKey } from './keyStore.ts';
import { equalDigests } from './token.ts';

/** The reason for which a key is rejected. `unknown` covers ids that do not exist, revoked keys and wrong secrets. */
export type KeyRejection = 'malformed' | 'unknown' | 'replaced' | 'expired' | 'origin';

/**
 * Returns why a secret does not authenticate a key; undefined if it does. Any reason but `unknown` requires a secret of
 * the key.
 * @param at milliseconds since 1970
 */
export function keyRejectionOf(
  key: StoredKey | null,
  digest: string,
  origin: string | undefined,
  at: number,
): KeyRejection | undefined {
  const [newest, previous] = [0, 1].map((index) => key?.secrets[index]);
  const matches = [newest, previous].map((secret) => equalDigests(secret?.digest, digest));
  if (!key || !matches.some(Boolean)) return 'unknown';
  if (isPast(key.expiresAt, at)) return 'expired';
  if (!matches[0] && isPast(previous?.validUntil, at)) return 'replaced';
  if (key.origins.length > 0 && (origin === undefined || !key.origins.includes(origin))) return 'origin';
  return undefined;
}

/** Returns whether a key or a preview works: it is neither revoked nor expired. @param now milliseconds since 1970 */
export const isActive = (
  { revokedAt, expiresAt }: Pick<StoredKey, 'revokedAt' | 'expiresAt'>,
  now: number,
): boolean => revokedAt === undefined && !isPast(expiresAt, now);

export const isPast = (time: number | undefined, now: number): boolean => time !== undefined && time <= now;
