import { isObject } from '../../../core/validators.ts';
import { storedListKey } from '../groq/listItems.ts';
import {
  type StoredTranslation,
  TRANSLATION_OUTER,
  TRANSLATION_PLACE,
  TRANSLATION_VALUE,
} from '../groq/modelOfLocale.ts';
import { outerValue } from './outerValues.ts';

/** Deeper values of a result are omitted, see `boundContent`. */
const MAX_DEPTH = 100;

/** Returns the attribute of a projected object with the place of the value under a response key. */
const placeAttribute = (responseKey: string): string => `${TRANSLATION_PLACE}:${responseKey}`;

/** Returns the path of a value from the attribute of its field; empty for a field that is not localized. */
export const placeOf = (row: object, responseKey: string): string =>
  ((row as Readonly<Record<string, unknown>>)[placeAttribute(responseKey)] as string | undefined) ?? '';

/** Replaces the translations in a result by their values, in place, and stores their places beside them: see `placeOf`. */
export function unwrapTranslations(result: unknown, depth = 0): void {
  if (typeof result !== 'object' || result === null || depth > MAX_DEPTH) return;
  const parent = result as Record<string, unknown>;
  for (const [key, value] of Object.entries(parent)) {
    if (isTranslation(value)) {
      const outer = value[TRANSLATION_OUTER] ?? null;
      parent[key] = outer === null ? value[TRANSLATION_VALUE] : outerValue(outer);
      parent[placeAttribute(key)] = value[TRANSLATION_PLACE];
      parent[storedListKey(key)] = value[storedListKey(TRANSLATION_VALUE)];
    }
    unwrapTranslations(parent[key], depth + 1);
  }
}

const isTranslation = (value: unknown): value is StoredTranslation & Readonly<Record<string, unknown>> =>
  isObject(value) && typeof value[TRANSLATION_PLACE] === 'string';
