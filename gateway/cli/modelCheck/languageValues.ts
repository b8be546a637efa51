import type { Locales } from '../../core/locales.ts';
import type { ModelField } from '../../core/model/model.ts';
import { isObject } from '../../core/validators.ts';

/** The values of a localized field in a document. */
interface LanguageValues {
  /** By the name of the language; empty for a value that is not translated. */
  readonly values: ReadonlyMap<string, unknown>;
  /** Languages of the document that the deployment does not have. */
  readonly unknown: readonly string[];
}

/** Reads the stored value of a localized field; undefined if it has another form. */
export function languageValues(
  { shape, localized }: ModelField,
  stored: unknown,
  { all }: Locales,
): LanguageValues | undefined {
  const isScalar = shape === 'scalar' || shape === 'enum';
  const entries = Array.isArray(stored)
    ? listEntries(stored)
    : isObject(stored)
      ? Object.entries(stored)
      : [];
  const byLanguage = entries.filter(([language, value]) => !language.startsWith('_') && value != null);
  const codes = new Set(all.map(({ code }) => code));
  const isByLanguage = Array.isArray(stored)
    ? entries.length === stored.length
    : byLanguage.some(([language]) => codes.has(language));
  if (isByLanguage)
    return {
      values: new Map(
        byLanguage.map(([language, value]) => [language, valueAt(value, localized?.path ?? '')]),
      ),
      unknown: byLanguage.map(([language]) => language).filter((language) => !codes.has(language)),
    };
  const plain = valueAt(stored, localized?.path ?? '');
  return isScalar && plain != null && typeof plain !== 'object'
    ? { values: new Map([['', plain]]), unknown: [] }
    : undefined;
}

/** Returns the entries of an internationalized array by language. */
const listEntries = (list: readonly unknown[]): (readonly [string, unknown])[] =>
  list.flatMap((entry) => {
    if (!isObject(entry) || (!('value' in entry) && entry.language === undefined)) return [];
    const language = entry.language ?? entry._key;
    return typeof language === 'string' ? [[language, entry.value] as const] : [];
  });

/** Returns the value at a path of attributes; the value itself for an empty path. */
export const valueAt = (value: unknown, path: string): unknown =>
  path === ''
    ? value
    : path.split('.').reduce<unknown>((at, name) => (isObject(at) ? at[name] : undefined), value);
