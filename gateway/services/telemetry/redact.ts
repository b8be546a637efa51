/** Replaces secrets in a text. */
export type Redact = (text: string) => string;

const REDACTED = '[secret]';

/** Shorter secrets would match parts of ordinary words. */
const MIN_SECRET_CHARACTERS = 6;
/** A prefix of this length identifies a secret wherever it occurs. */
const UNIQUE_PREFIX_CHARACTERS = 16;

/**
 * Secrets by their form regardless of their source: API keys and previews after their id, JSON Web Tokens (of OIDC providers and signed
 * URLs), and values after a scheme of `Authorization`.
 */
const SECRET_PATTERNS: readonly string[] = [
  '(?<=tv_(?:live|preview)_[0-9A-Za-z]{12}_)[0-9A-Za-z_]+',
  // Not within a word or a token, so that a text of beginnings takes linear time.
  String.raw`(?<![\w-])eyJ[\w-]{6,}\.[\w-]+\.[\w-]*`,
  String.raw`(?<=\b(?:[Bb]earer|[Bb]asic) )(?!realm\b)[\w.~+/=-]{8,}`,
];

/**
 * Creates a function that redacts the secrets of a configuration in all encodings, and any secret of a known form. A JSON
 * line remains valid JSON.
 */
export function createRedact(secrets: readonly string[]): Redact {
  const encodings = new Set(
    secrets.filter(({ length }) => length >= MIN_SECRET_CHARACTERS).flatMap(encodingsOf),
  );
  const longestFirst = [...encodings].sort((one, other) => other.length - one.length);
  const patterns = [
    ...longestFirst.map((text) => RegExp.escape(text)),
    ...longestFirst.flatMap(truncationsOf),
    ...SECRET_PATTERNS,
  ];
  const anySecret = new RegExp(patterns.join('|'), 'g');
  return (text) => text.replace(anySecret, REDACTED);
}

/** Returns a secret verbatim, in JSON, percent-encoded and in base64, and decoded if it is a key in base64. */
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

/** Matches truncated secrets, as in quoted errors: a long prefix anywhere, a shorter one at the end of a text. */
function truncationsOf(secret: string): string[] {
  const prefix = secret.slice(0, UNIQUE_PREFIX_CHARACTERS);
  const longer = [...prefix.slice(MIN_SECRET_CHARACTERS)].reduceRight(
    (rest, next) => `(?:${RegExp.escape(next)}${rest})?`,
    '',
  );
  const atTheEnd = `${RegExp.escape(prefix.slice(0, MIN_SECRET_CHARACTERS))}${longer}(?=["\\\\…]|$)`;
  return secret.length > UNIQUE_PREFIX_CHARACTERS
    ? [`${RegExp.escape(prefix)}[\\w+/=.~%-]*`, atTheEnd]
    : [atTheEnd];
}
