import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/**
 * Signs the URIs inside a signed playlist, so that a player which has the token in its first URL alone can
 * go on: each URI carries when it expires and a signature over its path. The provider does the same.
 */
export class UriSigner {
  readonly #secret = randomBytes(32);

  /** @returns the query to append to `path`, e.g. `?expires=1790000000&signature=…` */
  query(path: string, expires: number): string {
    return `?expires=${expires}&signature=${this.#signature(path, expires)}`;
  }

  /** When the signature ends in unix seconds; undefined when it is not for this path, or has ended. */
  verify(path: string, given: { expires?: unknown; signature?: unknown }): number | undefined {
    const expires = Number(given.expires);
    if (!Number.isSafeInteger(expires) || expires <= Date.now() / 1000) return undefined;
    const expected = Buffer.from(this.#signature(path, expires));
    const came = Buffer.from(String(given.signature));
    return came.length === expected.length && timingSafeEqual(came, expected) ? expires : undefined;
  }

  #signature(path: string, expires: number): string {
    return createHmac('sha256', this.#secret).update(`${path}\n${expires}`).digest('base64url');
  }
}
