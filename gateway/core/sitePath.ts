/** Stands for the origin of this site. No site has it. */
const BASE = 'http://site.invalid';
/** Browsers remove control characters and read a backslash as a slash. */
const AMBIGUOUS = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s\\]/u;
const MAX_CHARACTERS = 2_000;

/**
 * Returns a path of this site with its query string and fragment, normalized; undefined for every text by which a browser could
 * leave the site, such as `//example.org`, and for texts of more than 2,000 characters.
 */
export function readSitePath(text: string): string | undefined {
  if (!text.startsWith('/') || text.length > MAX_CHARACTERS || AMBIGUOUS.test(text)) return undefined;
  const url = URL.parse(text, BASE);
  // `/.//example.org` is normalized to `//example.org`.
  if (url?.origin !== BASE || url.pathname.startsWith('//')) return undefined;
  return `${url.pathname}${url.search}${url.hash}`;
}
