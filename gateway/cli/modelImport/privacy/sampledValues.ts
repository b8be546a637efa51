import { isObject } from '../../../core/validators.ts';
import { ACCOUNT, EMAIL, type PrivateKind, SECRET, TELEPHONE } from './attributeNames.ts';

const ADDRESS_IN_TEXT =
  /(?<![^\s<(:,;])[^\s@<>/:;,()[\]]+(?:@|\s?[[(](?:at|ät)[\])]\s?)[^\s@<>/:;,()[\]]+\.[a-z]{2,}/gi;
/** The words of a name and of a label beside an e-mail address; a longer text only mentions one. */
const MAX_WORDS_BESIDE = 2;
/** A link that a site shows. */
const LINK = /^(?:mailto|tel|sms):\S/;

const PREFIX = /^(?:tel\.?|telefon|telephone|phone|mobile?|fax)?:?\s*/i;
const TELEPHONE_NUMBER =
  /^(?:\+\(?\d|00[1-9]|\(0\)|\(?0[1-9]|\(\d{3}\)|\d{3}[-.]\d{3}[-.]\d{4})[\d\s()./-]*$/;
const DATE_OR_TIMES = /^\d{1,4}[./-]\d{1,2}[./-]\d{1,4}$|^\d\d\.?\d\d\s?-\s?\d\d\.?\d\d$|^\d+\.\d+$/;
/** Digits without separators can be article numbers, which have 12 to 14. */
const PLAIN_DIGITS = /^0\d{9,10}$/;
const [MIN_DIGITS, MAX_DIGITS] = [7, 15];

const SECRET_TEXT =
  /^(?:(?:sk|rk|whsec|ghp|gho|glpat|npm|xox[a-z]|AKIA|AIza|eyJ|SG)[\w.-]{16,}|github_pat_\w{16,}|\$(?:2[aby]|argon2\w*)\$.+)$|-----BEGIN [A-Z ]*PRIVATE KEY|^\w+:\/\/[^\s/:@]+:[^\s/@]+@/;
const IBAN = /^[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,4})?$/;

/** What sampled values show. */
interface SampledKind {
  readonly kind: PrivateKind;
  /** How a report says which values show it. */
  readonly evidence: string;
}

/**
 * Returns the kind of data about people in sampled values, also in the texts of lists and objects: one e-mail address, bank account
 * or secret shows it, and telephone numbers do if half of the texts are some.
 */
export function privateKindOfValues(values: readonly unknown[]): SampledKind | undefined {
  const texts = values.flatMap(textsIn).map((text) => text.trim());
  const one = (kind: PrivateKind) => ({ kind, evidence: 'in a sampled value' });
  if (texts.some((text) => SECRET_TEXT.test(text))) return one(SECRET);
  if (texts.some(isEmail)) return one(EMAIL);
  if (texts.some(isIban)) return one(ACCOUNT);
  const numbers = texts.filter(isTelephone).length;
  return numbers > 0 && numbers * 2 >= texts.length
    ? { kind: TELEPHONE, evidence: `in ${numbers === 1 ? 'a sampled value' : 'sampled values'}` }
    : undefined;
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  return isObject(value)
    ? Object.entries(value).flatMap(([name, inner]) => (name.startsWith('_') ? [] : textsIn(inner)))
    : [];
}

function isEmail(text: string): boolean {
  const rest = text.replaceAll(ADDRESS_IN_TEXT, ' ');
  const words = rest.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
  return rest !== text && words.length <= MAX_WORDS_BESIDE && !LINK.test(text);
}

function isTelephone(text: string): boolean {
  const number = text.replace(PREFIX, '');
  const digits = number.replaceAll(/\D/g, '').length;
  if (LINK.test(text) || DATE_OR_TIMES.test(number) || digits < MIN_DIGITS || digits > MAX_DIGITS)
    return false;
  return /^\d+$/.test(number) ? PLAIN_DIGITS.test(number) : TELEPHONE_NUMBER.test(number);
}

/** Returns whether a text is a bank account: its check digits (ISO 7064) tell it from other codes. */
function isIban(text: string): boolean {
  if (!IBAN.test(text)) return false;
  const plain = text.replaceAll(' ', '');
  const digits = [...plain.slice(4), ...plain.slice(0, 4)]
    .map((character) => Number.parseInt(character, 36))
    .join('');
  return [...digits].reduce((rest, digit) => (rest * 10 + Number(digit)) % 97, 0) === 1;
}
