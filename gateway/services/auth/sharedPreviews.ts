import { hash } from 'node:crypto';

/** The time within which sessions of shared previews end after sharing was turned off. */
const CHECK_INTERVAL_MS = 5_000;

/** Tells whether the secret that has started the session of a shared preview still works. */
export type IsSharedSecret = (digest: string) => Promise<boolean>;

/** Returns the digest of a secret, by which a session names it. */
export const digestOfSecret = (secret: string): string => hash('sha256', secret, 'base64url');

/**
 * Creates the check of shared secrets. The secret is read once in five seconds, while such sessions are used.
 * @param read returns the current secret; undefined while sharing is off
 * @param now milliseconds of a clock that is never set back
 */
export function createSharedSecretCheck(
  read: () => Promise<string | undefined>,
  now: () => number = () => performance.now(),
): IsSharedSecret {
  let current: { readonly at: number; readonly digest: Promise<string | undefined> } | undefined;
  return async (digest) => {
    if (!current || now() - current.at >= CHECK_INTERVAL_MS)
      current = { at: now(), digest: read().then((secret) => secret && digestOfSecret(secret)) };
    const { digest: known } = current;
    try {
      return (await known) === digest;
    } catch (error) {
      // The next request reads again.
      if (current?.digest === known) current = undefined;
      throw error;
    }
  };
}
