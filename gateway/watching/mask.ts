/** Replaces secrets in a text. */
export type Mask = (text: string) => string;

/** What stands where a secret was. */
const MASKED = '[secret]';

/** Characters of a secret at least: shorter ones would be found in other words. */
const SHORTEST = 6;
/** Characters of a secret that are one wherever they stand, whatever follows. */
const SURE = 16;

/**
 * What opens something wherever it comes from: keys of Trivium behind their id, tokens of identity providers and of
 * signed addresses (JSON Web Tokens), and whatever follows the names of the schemes of `Authorization`.
 */
const SHAPES: readonly string[] = [
  '(?<=tv_live_[0-9A-Za-z]{12}_)[0-9A-Za-z_]+',
  String.raw`\beyJ[\w-]{6,}\.[\w-]+\.[\w-]*`,
  String.raw`(?<=\b(?:[Bb]earer|[Bb]asic) )(?!realm\b)[\w.~+/=-]{8,}`,
];

/**
 * A mask for the secrets of a configuration, in each form in which they travel, and for everybody's by their shape.
 * It is made for lines of JSON: what it leaves is still JSON.
 */
export function createMask(secrets: readonly string[]): Mask {
  const forms = new Set(secrets.filter(({ length }) => length >= SHORTEST).flatMap(formsOf));
  const longestFirst = [...forms].sort((one, other) => other.length - one.length);
  const parts = [...longestFirst.map(literally), ...longestFirst.flatMap(beginningsOf), ...SHAPES];
  const anySecret = new RegExp(parts.join('|'), 'g');
  return (text) => text.replace(anySecret, MASKED);
}

/** A secret as it stands, in JSON, in an address, in base64, and what it is the base64 of where that is a key. */
function formsOf(secret: string): string[] {
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
function beginningsOf(secret: string): string[] {
  const sure = secret.slice(0, SURE);
  const more = [...sure.slice(SHORTEST)].reduceRight((rest, next) => `(?:${literally(next)}${rest})?`, '');
  const atTheEnd = `${literally(sure.slice(0, SHORTEST))}${more}(?=["\\\\…]|$)`;
  return secret.length > SURE ? [`${literally(sure)}[\\w+/=.~%-]*`, atTheEnd] : [atTheEnd];
}

const literally = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
