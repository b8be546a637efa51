import { hash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** The prefix of keys, by which secret scanners recognize a leaked one. */
const KEY_PREFIX = 'tv_live_';
/** The prefix of the tokens of previews. Links contain them, so URLs with it are not rejected. */
const PREVIEW_PREFIX = 'tv_preview_';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const ID_CHARACTERS = 12;
/** Base62 digits of 256 random bits. */
const SECRET_CHARACTERS = 43;
/** Base62 digits of 32 bits. */
const CRC_CHARACTERS = 6;
const formatOf = (prefix: string): RegExp =>
  new RegExp(
    `^${prefix}([0-9A-Za-z]{${ID_CHARACTERS}})_([0-9A-Za-z]{${SECRET_CHARACTERS}})_([0-9A-Za-z]{${CRC_CHARACTERS}})$`,
  );
const KEY_FORMAT = formatOf(KEY_PREFIX);
const PREVIEW_FORMAT = formatOf(PREVIEW_PREFIX);

const PERCENT_ENCODED_ASCII = /%([0-7][0-9a-f])/gi;
/** A percent-encoded letter, digit, underscore or percent sign: no other one can hide a part of `KEY_PREFIX`. */
const ENCODED_KEY_CHARACTER = /%(25|3\d|[46][1-9a-f]|[57][\da]|5f)/i;

const ID_PREFIX = new RegExp(`^${KEY_PREFIX}([0-9A-Za-z]{${ID_CHARACTERS}})_`);

/** The public parts of a key `tv_live_<id>_<secret>_<crc>`. */
interface Token {
  readonly id: string;
  /** SHA-256 of the whole key, in base64url: only this is stored. */
  readonly digest: string;
}

export const newKeyId = (): string =>
  Array.from({ length: ID_CHARACTERS }, () => BASE62[randomInt(BASE62.length)]).join('');

/** Creates a new secret of a key. `text` is shown once and not stored. */
export const createToken = (id: string): NewToken => newToken(KEY_PREFIX, id);

/** Creates the token of a preview. `text` is not stored. */
export const createPreviewToken = (id: string): NewToken => newToken(PREVIEW_PREFIX, id);

type NewToken = Token & { readonly text: string };

function newToken(prefix: string, id: string): NewToken {
  const secret = base62(BigInt(`0x${randomBytes(32).toString('hex')}`), SECRET_CHARACTERS);
  const body = `${prefix}${id}_${secret}`;
  const text = `${body}_${checksumOf(body)}`;
  return { id, text, digest: digestOf(text) };
}

/** Parses a key. Returns null if it is malformed or its checksum is wrong, so that typing errors cost no lookup. */
export const parseToken = (text: string): Token | null => parse(KEY_FORMAT, text);

/** Parses the token of a preview. Returns null if it is malformed. */
export const parsePreviewToken = (text: string): Token | null => parse(PREVIEW_FORMAT, text);

function parse(format: RegExp, text: string): Token | null {
  const [, id, , crc] = format.exec(text) ?? [];
  if (id === undefined || crc !== checksumOf(text.slice(0, -(CRC_CHARACTERS + 1)))) return null;
  return { id, digest: digestOf(text) };
}

/** Returns the key id in a text, unverified; undefined if there is none. */
export const claimedId = (text: string): string | undefined => ID_PREFIX.exec(text)?.[1];

/** No token has this digest. */
const NO_DIGEST = Buffer.alloc(32).toString('base64url');

/** Compares two digests in constant time. @param stored undefined if there is none, which takes as long as another one */
export function equalDigests(stored = NO_DIGEST, digest: string): boolean {
  const [first, second] = [Buffer.from(stored, 'base64url'), Buffer.from(digest, 'base64url')];
  return first.length === second.length && timingSafeEqual(first, second);
}

/** Proxies and frameworks decode a URL once each; more levels are not decoded by anybody. */
const MAX_ENCODING_LEVELS = 4;

/** Returns whether a URL contains a key or a part of one, also if any of its characters are percent-encoded. */
export function containsKey(url: string): boolean {
  let text = url;
  for (let level = 0; level < MAX_ENCODING_LEVELS && ENCODED_KEY_CHARACTER.test(text); level++) {
    if (text.includes(KEY_PREFIX)) return true;
    text = text.replaceAll(PERCENT_ENCODED_ASCII, (_, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    );
  }
  return text.includes(KEY_PREFIX);
}

const digestOf = (text: string): string => hash('sha256', text, 'base64url');

const checksumOf = (body: string): string => base62(BigInt(crc32(body)), CRC_CHARACTERS);

function base62(value: bigint, length: number): string {
  let digits = '';
  for (let rest = value; rest > 0n; rest /= 62n) digits = BASE62[Number(rest % 62n)] + digits;
  return digits.padStart(length, '0');
}
