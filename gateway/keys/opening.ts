import type { StoredKey } from './keyStore.ts';
import { equalDigests } from './token.ts';

/**
 * Why a key opens nothing; `unknown` covers what was never a key, what is revoked, and what was guessed. An `orphaned` one
 * was made by a key that has been revoked.
 */
export type Refusal = 'mistyped' | 'unknown' | 'orphaned' | 'replaced' | 'expired' | 'origin';

/** Compared with where there is no key, so that guessing an id takes as long as missing its secret. */
const NO_DIGEST = Buffer.alloc(32).toString('base64url');

/**
 * Why a secret does not open a key; undefined where it does. What is more than `unknown` is told to its owner alone.
 * @param at milliseconds since 1970
 */
export function refusalOf(
  key: StoredKey | null,
  digest: string,
  origin: string | undefined,
  at: number,
): Refusal | undefined {
  const [newest, before] = [0, 1].map((index) => key?.secrets[index]);
  const opens = [newest, before].map((secret) => equalDigests(secret?.digest ?? NO_DIGEST, digest));
  if (!key || !opens.some(Boolean)) return 'unknown';
  if (isPast(key.expiresAt, at)) return 'expired';
  if (!opens[0] && isPast(before?.until, at)) return 'replaced';
  if (key.origins.length > 0 && (origin === undefined || !key.origins.includes(origin))) return 'origin';
  return undefined;
}

export const isPast = (moment: number | undefined, now: number): boolean =>
  moment !== undefined && moment <= now;
