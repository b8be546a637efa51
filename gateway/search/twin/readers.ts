import { badRequest } from './refusal.ts';

/**
 * Reads one parameter, from JSON or from a query string (where everything is text).
 * @throws Refusal 400 that names the parameter and what was expected
 */
export type Reader<T = unknown> = (value: unknown, name: string) => T;

/** 400 in the provider's words for a parameter of the wrong kind. */
export const invalid = (name: string, expected: string) =>
  badRequest(`Invalid value for "${name}" parameter, expected ${expected}`);

/** A string, of at most `longest` bytes when given. */
export const text =
  (longest?: number): Reader<string> =>
  (value, name) => {
    if (value === null) return '';
    if (typeof value !== 'string') throw invalid(name, 'string');
    if (longest !== undefined && value.length * 3 > longest && Buffer.byteLength(value) > longest)
      throw invalid(name, `string shorter than ${longest} bytes`);
    return value;
  };

/** A whole number within bounds. */
export const integer =
  (least = 0, most = Number.MAX_SAFE_INTEGER): Reader<number> =>
  (value, name) => {
    const number = typeof value === 'string' && /^-?\d+$/.test(value) ? Number(value) : value;
    if (!Number.isInteger(number) || (number as number) < least || (number as number) > most)
      throw invalid(
        name,
        most === Number.MAX_SAFE_INTEGER ? `integer from ${least}` : `integer between ${least} and ${most}`,
      );
    return number as number;
  };

/** True or false, also as text or as 1 and 0. */
export const flag: Reader<boolean> = (value, name) => {
  if (value === true || value === 'true' || value === 1 || value === '1') return true;
  if (value === false || value === 'false' || value === 0 || value === '0') return false;
  throw invalid(name, 'boolean');
};

/** A list of strings; text is a JSON array or parted by commas. */
export const texts: Reader<string[]> = (value, name) => {
  const list = typeof value === 'string' ? listOf(value) : value;
  if (!Array.isArray(list) || !list.every((item) => typeof item === 'string'))
    throw invalid(name, 'array of strings');
  return list;
};

/** A list of strings that is nothing but a list. */
export const list: Reader<string[]> = (value, name) => {
  if (typeof value === 'string') throw invalid(name, 'array of strings');
  return texts(value, name);
};

function listOf(value: string): unknown {
  if (value === '') return [];
  if (!value.startsWith('[')) return value.split(',');
  try {
    return JSON.parse(value);
  } catch {
    return null;
  }
}

/** One of the given strings. */
export const oneOf =
  <const T extends string>(...choices: T[]): Reader<T> =>
  (value, name) => {
    if (!choices.includes(value as T))
      throw invalid(name, `one of ${choices.map((c) => `"${c}"`).join(', ')}`);
    return value as T;
  };

/** The first reader that takes the value. */
export const either =
  <A, B>(first: Reader<A>, second: Reader<B>): Reader<A | B> =>
  (value, name) => {
    try {
      return first(value, name);
    } catch {
      return second(value, name);
    }
  };

/** A string, or an array of strings and of arrays of them: the shape of filter parameters. */
export const nestedTexts: Reader<NestedTexts> = (value, name) => {
  const parsed =
    typeof value === 'string' && value.trimStart().startsWith('[') ? listOf(value.trim()) : value;
  if (!isNested(parsed, 0)) throw invalid(name, 'string or array of strings or arrays of strings');
  return parsed;
};

export type NestedTexts = string | (string | string[])[];

function isNested(value: unknown, depth: number): value is NestedTexts {
  if (typeof value === 'string') return true;
  return Array.isArray(value) && depth < 2 && value.every((item) => isNested(item, depth + 1));
}

/** Any value: the parameter is accepted and does nothing here. */
export const anything: Reader = (value) => value;
