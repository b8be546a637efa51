/** Replaces secrets in a text. */
export type Redact = (text: string) => string;

/** What stands where a secret was. */
const REDACTED = '[secret]';

/** Characters of a secret at least: shorter ones would be found in other words. */
const MIN_SECRET_LENGTH = 6;
/** Characters of a secret that are one wherever they stand, whatever follows. */
const UNIQUE_PREFIX_LENGTH = 16;

/**
 * What opens something wherever it comes from: keys of Trivium behind their id, tokens of identity providers and of
 * signed addresses (JSON Web Tokens), and whatever follows the names of the schemes of `Authorization`.
 */
const SECRET_PATTERNS: readonly string[] = [
  '(?<=tv_live_[0-9A-Za-z]{12}_)[0-9A-Za-z_]+',
  String.raw`\beyJ[\w-]{6,}\.[\w-]+\.[\w-]*`,
  String.raw`(?<=\b(?:[Bb]earer|[Bb]asic) )(?!realm\b)[\w.~+/=-]{8,}`,
];

/**
 * A mask for the secrets of a configuration, in each form in which they travel, and for everybody's by their shape.
 * It is made for lines of JSON: what it leaves is still JSON.
 */
export function createRedact(secrets: readonly string[]): Redact {
  const encodings = new Set(secrets.filter(({ length }) => length >= MIN_SECRET_LENGTH).flatMap(encodingsOf));
  const longestFirst = [...encodings].sort((one, other) => other.length - one.length);
  const patterns = [...longestFirst.map(escapeRegExp), ...longestFirst.flatMap(truncationsOf), ...SECRET_PATTERNS];
  const anySecret = new RegExp(patterns.join('|'), 'g');
  return (text) => text.replace(anySecret, REDACTED);
}

/** A secret as it stands, in JSON, in an address, in base64, and what it is the base64 of where that is a key. */
function encodingsOf(secret: string): string[] {
  const decoded = Buffer.from(secret, 'base64').toString();
  const plain = decoded.startsWith('-----BEGIN') ? [secret, decoded.trim()] : [secret];
  return plain.flatMap((text) => [
    text,
    JSON.stringify(text).slice(1, -1),
    encodeURIComponent(text),
    Buffer.from(text).toString('base64').replace(/=+$/, ''),
  ]);
}

/** Who quotes a complaint cuts it: the beginning of a secret is one at the end of a text, and where it is long. */
function truncationsOf(secret: string): string[] {
  const prefix = secret.slice(0, UNIQUE_PREFIX_LENGTH);
  const longer = [...prefix.slice(MIN_SECRET_LENGTH)].reduceRight((rest, next) => `(?:${escapeRegExp(next)}${rest})?`, '');
  const atTheEnd = `${escapeRegExp(prefix.slice(0, MIN_SECRET_LENGTH))}${longer}(?=["\\\\…]|$)`;
  return secret.length > UNIQUE_PREFIX_LENGTH ? [`${escapeRegExp(prefix)}[\\w+/=.~%-]*`, atTheEnd] : [atTheEnd];
}

const escapeRegExp = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
