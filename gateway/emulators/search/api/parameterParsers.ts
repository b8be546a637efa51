import { reportUnknownLanguages, SUPPORTED_LANGUAGES } from '../text/languages.ts';
import { badRequest } from './apiError.ts';

/**
 * Parses one parameter from JSON or from a query string (where every value is text).
 * @throws ApiError 400 with the parameter and the expected type
 */
export type ParameterParser<T = unknown> = (value: unknown, name: string) => T;

/** 400 in Algolia's words for a parameter of the wrong type. */
export const invalidParameter = (name: string, expected: string) =>
  badRequest(`Invalid value for "${name}" parameter, expected ${expected}`);

/** A string of at most `maxBytes` bytes. Default: no limit. */
export const text =
  (maxBytes?: number): ParameterParser<string> =>
  (value, name) => {
    if (value === null) return '';
    if (typeof value !== 'string') throw invalidParameter(name, 'string');
    if (maxBytes !== undefined && value.length * 3 > maxBytes && Buffer.byteLength(value) > maxBytes)
      throw invalidParameter(name, `string shorter than ${maxBytes} bytes`);
    return value;
  };

/** An integer within bounds. */
export const integer =
  (min = 0, max = Number.MAX_SAFE_INTEGER): ParameterParser<number> =>
  (value, name) => {
    const number = typeof value === 'string' && /^-?\d+$/.test(value) ? Number(value) : value;
    if (!Number.isInteger(number) || (number as number) < min || (number as number) > max)
      throw invalidParameter(
        name,
        max === Number.MAX_SAFE_INTEGER ? `integer from ${min}` : `integer between ${min} and ${max}`,
      );
    return number as number;
  };

/** A boolean, also as text or as 1 and 0. */
export const boolean: ParameterParser<boolean> = (value, name) => {
  if (value === true || value === 'true' || value === 1 || value === '1') return true;
  if (value === false || value === 'false' || value === 0 || value === '0') return false;
  throw invalidParameter(name, 'boolean');
};

/** A list of strings; text is a JSON array or separated by commas. */
export const stringList: ParameterParser<string[]> = (value, name) => {
  const list = typeof value === 'string' ? parseList(value) : value;
  if (!Array.isArray(list) || !list.every((item) => typeof item === 'string'))
    throw invalidParameter(name, 'array of strings');
  return list;
};

/** An array of strings; text is rejected. */
export const stringArray: ParameterParser<string[]> = (value, name) => {
  if (typeof value === 'string') throw invalidParameter(name, 'array of strings');
  return stringList(value, name);
};

function parseList(value: string): unknown {
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
  <const T extends string>(...choices: T[]): ParameterParser<T> =>
  (value, name) => {
    if (!choices.includes(value as T))
      throw invalidParameter(name, `one of ${choices.map((c) => `"${c}"`).join(', ')}`);
    return value as T;
  };

/** A list of some of the choices, as a list of strings. */
export const listOf = <const T extends string>(...choices: T[]): ParameterParser<T[]> => {
  const choice = oneOf(...choices);
  return (value, name) => stringList(value, name).map((item) => choice(item, name));
};

/** The result of the first parser that accepts the value. */
export const firstOf =
  <A, B>(first: ParameterParser<A>, second: ParameterParser<B>): ParameterParser<A | B> =>
  (value, name) => {
    try {
      return first(value, name);
    } catch {
      return second(value, name);
    }
  };

export type NestedStrings = string | (string | string[])[];

/** Arrays in each other that a filter parameter may have. */
const MAX_NESTED_ARRAYS = 3;

/**
 * A string, or an array of strings and of arrays of strings: the type of filter parameters. The third level belongs to
 * its array in the second level, because Algolia has no AND within an OR.
 */
export const nestedStrings: ParameterParser<NestedStrings> = (value, name) => {
  const parsed =
    typeof value === 'string' && value.trimStart().startsWith('[') ? parseList(value.trim()) : value;
  if (typeof parsed === 'string') return parsed;
  if (!Array.isArray(parsed) || !isNested(parsed, 1))
    throw invalidParameter(name, 'string or array of strings or arrays of strings');
  return parsed.map((item) => (Array.isArray(item) ? (item.flat() as string[]) : (item as string)));
};

function isNested(value: readonly unknown[], depth: number): boolean {
  return value.every(
    (item) =>
      typeof item === 'string' ||
      (Array.isArray(item) && depth < MAX_NESTED_ARRAYS && isNested(item, depth + 1)),
  );
}

/** Any value: the parameter is accepted and has no effect here. */
export const ignored: ParameterParser = (value) => value;

/** Rejects a parameter that changes results at Algolia and has no implementation here. */
export const unsupported =
  (feature: string): ParameterParser =>
  (value, name) => {
    if (value === null || value === false || value === 'false') return value;
    if (Array.isArray(value) && value.length === 0) return value;
    throw badRequest(`"${name}": the search emulator does not support ${feature} (docs/emulators.md)`);
  };

/** A list of languages that Algolia supports. */
export const languageList: ParameterParser<string[]> = (value, name) => {
  const languages = stringList(value, name).map((language) => language.toLowerCase());
  const unknown = languages.find((language) => !SUPPORTED_LANGUAGES.has(language));
  if (unknown !== undefined)
    throw invalidParameter(name, `codes of supported languages, got ${JSON.stringify(unknown)}`);
  reportUnknownLanguages(languages);
  return languages;
};
