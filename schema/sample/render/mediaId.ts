import { createHash } from 'node:crypto';

const DIGEST_CHARACTERS = 42;

/**
 * Returns an opaque id in the alphabet of Mux ids. Equal arguments give equal ids. Mux ids are base64url with `0`, `-`
 * and `_` escaped as `00`, `01` and `02`, so that they contain only letters and digits.
 * @param kind the kind of object, e.g. `asset`
 * @param name the name of the object, e.g. `lorenz`
 * @returns 42 to 46 letters and digits
 */
export function mediaId(kind: string, name: string): string {
  const digest = createHash('sha256').update(`moving-figures/${kind}/${name}`).digest('base64url');
  const escaped = digest
    .slice(0, DIGEST_CHARACTERS)
    .replace(/[0_-]/g, (character) => ({ '0': '00', '-': '01', _: '02' })[character] as string);
  return escaped.slice(0, 46);
}
