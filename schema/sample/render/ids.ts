import { createHash } from 'node:crypto';

const DIGEST_CHARACTERS = 42;

/**
 * An opaque identifier in the media library's alphabet, always the same for the same words.
 *
 * The library writes base64url with `0`, `-` and `_` escaped as `00`, `01` and `02`, so that an id is
 * letters and digits only.
 * @param kind what is named, e.g. `asset`
 * @param name which one, e.g. `lorenz`
 * @returns 42 to 46 letters and digits
 */
export function mediaId(kind: string, name: string): string {
  const digest = createHash('sha256').update(`moving-figures/${kind}/${name}`).digest('base64url');
  const escaped = digest
    .slice(0, DIGEST_CHARACTERS)
    .replace(/[0_-]/g, (character) => ({ '0': '00', '-': '01', _: '02' })[character] as string);
  return escaped.slice(0, 46);
}
