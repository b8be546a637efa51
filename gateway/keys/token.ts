import { hash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** How keys begin. Scanners of published code know a leaked one by it. */
const KEY_PREFIX = 'tv_live_';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const ID_LENGTH = 12;
/** Digits of 256 random bits. */
const SECRET_LENGTH = 43;
/** Digits of 32 bits. */
const CRC_LENGTH = 6;
const TOKEN = new RegExp(
  `^${KEY_PREFIX}([0-9A-Za-z]{${ID_LENGTH}})_([0-9A-Za-z]{${SECRET_LENGTH}})_([0-9A-Za-z]{${CRC_LENGTH}})$`,
);

const CLAIM = new RegExp(`^${KEY_PREFIX}([0-9A-Za-z]{${ID_LENGTH}})_`);

/** A key as its owner sends it: `tv_live_<id>_<secret>_<crc>`. */
interface Token {
  readonly id: string;
  /** SHA-256 of the whole, in base64url; all that is kept of it. */
  readonly digest: string;
}

export const newKeyId = (): string =>
  Array.from({ length: ID_LENGTH }, () => BASE62[randomInt(BASE62.length)]).join('');

/** A new secret for a key; `text` is told once and never again. */
export function mintToken(id: string): Token & { readonly text: string } {
  const secret = base62(BigInt(`0x${randomBytes(32).toString('hex')}`), SECRET_LENGTH);
  const body = `${KEY_PREFIX}${id}_${secret}`;
  const text = `${body}_${crcOf(body)}`;
  return { id, text, digest: digestOf(text) };
}

/** Reads what claims to be a key; null where it is mistyped or cut, which its last digits tell without a look-up. */
export function readToken(text: string): Token | null {
  const [, id, , crc] = TOKEN.exec(text) ?? [];
  if (id === undefined || crc !== crcOf(text.slice(0, -(CRC_LENGTH + 1)))) return null;
  return { id, digest: digestOf(text) };
}

/** The id that a text claims to be a key of, whether or not it is one; undefined where it claims none. */
export const claimedId = (text: string): string | undefined => CLAIM.exec(text)?.[1];

/** Compares two digests in a time that tells nothing of them. */
export function equalDigests(a: string, b: string): boolean {
  const [one, other] = [Buffer.from(a, 'base64url'), Buffer.from(b, 'base64url')];
  return one.length === other.length && timingSafeEqual(one, other);
}

/** Whether an address has a key in it, or part of one, however it is escaped. */
export const holdsKey = (url: string): boolean => url.replaceAll(/%5f/gi, '_').includes(KEY_PREFIX);

const digestOf = (text: string): string => hash('sha256', text, 'base64url');

const crcOf = (body: string): string => base62(BigInt(crc32(body)), CRC_LENGTH);

function base62(value: bigint, length: number): string {
  let digits = '';
  for (let rest = value; rest > 0n; rest /= 62n) digits = BASE62[Number(rest % 62n)] + digits;
  return digits.padStart(length, '0');
}
