import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/**
 * Signs the URIs in a signed playlist like Mux does, so that a player only needs the token in its first URL:
 * each URI contains its expiry and a signature of its path.
 */
export class UriSigner {
  readonly #secret = randomBytes(32);

  /** @returns the query to append to `path`, e.g. `?expires=1790000000&signature=…` */
  query(path: string, expires: number): string {
    return `?expires=${expires}&signature=${this.#signature(path, expires)}`;
  }

  /**
   * Returns the expiry of a valid signature in unix seconds; undefined for another path or an expired
   * signature.
   */
  verify(path: string, query: { expires?: unknown; signature?: unknown }): number | undefined {
    // A repeated parameter is a list.
    if (typeof query.expires !== 'string' || typeof query.signature !== 'string') return undefined;
    const expires = Number(query.expires);
    if (!Number.isSafeInteger(expires) || expires <= Date.now() / 1000) return undefined;
    const expected = Buffer.from(this.#signature(path, expires));
    const actual = Buffer.from(query.signature);
    return actual.length === expected.length && timingSafeEqual(actual, expected) ? expires : undefined;
  }

  #signature(path: string, expires: number): string {
    return createHmac('sha256', this.#secret).update(`${path}\n${expires}`).digest('base64url');
  }
}
