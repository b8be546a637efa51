import { isObject } from '../../../core/validators.ts';
import {
  type StoredTranslation,
  TRANSLATION_OUTER,
  TRANSLATION_PLACE,
  TRANSLATION_VALUE,
} from './modelOfLocale.ts';
import { outerValue } from './outerValues.ts';

/** Returns the attribute of a projected object with the place of the value under a response key. */
const placeAttribute = (responseKey: string): string => `${TRANSLATION_PLACE}:${responseKey}`;

/** Returns the path of a value from the attribute of its field; empty for a field that is not localized. */
export const placeOf = (row: object, responseKey: string): string =>
  ((row as Readonly<Record<string, unknown>>)[placeAttribute(responseKey)] as string | undefined) ?? '';

/**
 * Replaces the translations in a projected object by their values, in place, and adds their places: see `placeOf`.
 * @returns the keys of the object
 */
export function unwrapTranslations(projected: Record<string, unknown>): readonly string[] {
  const keys = Object.keys(projected);
  const { length } = keys;
  for (let i = 0; i < length; i++) {
    const key = keys[i] as string;
    const value = projected[key];
    if (!isTranslation(value)) continue;
    const outer = value[TRANSLATION_OUTER] ?? null;
    const [place, list] = [placeAttribute(key), storedListKey(key)];
    projected[key] = outer === null ? value[TRANSLATION_VALUE] : outerValue(outer);
    projected[place] = value[TRANSLATION_PLACE];
    projected[list] = value[storedListKey(TRANSLATION_VALUE)];
    keys.push(place, list);
  }
  return keys;
}

/** Returns whether the result of a query may have translations, which a model without languages has not. */
export const hasTranslations = (groq: string): boolean => groq.includes(TRANSLATION_PLACE);

/** Returns whether a projected value is the translation of a localized field. */
export const isTranslation = (
  value: unknown,
): value is StoredTranslation & Readonly<Record<string, unknown>> =>
  isObject(value) && typeof value[TRANSLATION_PLACE] === 'string';

/** Returns the attribute with the stored list of a field whose projected elements are objects: see `storedElements`. */
export const storedListKey = (responseKey: string): string => `${responseKey}:stored`;

/** Returns the stored elements of a list, if one of them is no object and another value than null. */
export const storedElements = (row: object, responseKey: string): readonly unknown[] =>
  ((row as Readonly<Record<string, unknown>>)[storedListKey(responseKey)] ?? []) as readonly unknown[];
