import type { Model, ModelField } from '../../core/model/model.ts';
import { hasEntries, plainSigns } from '../../core/model/plainValues.ts';
import { isObject } from '../../core/validators.ts';
import { pathsBefore } from '../../providers/content/groq/groq.ts';
import { firstNoObject, type NoObject, valueAt } from '../../providers/content/groq/outerValues.ts';

/** The value of a localized field in a language. */
interface LanguageValue {
  /** Empty for a value without languages. */
  readonly language: string;
  readonly value: unknown;
  /** A value that is no object, and that the path of the field's value leads through. */
  readonly noObject: NoObject | undefined;
}

/** The values of a localized field in a document. */
interface LanguageValues {
  readonly values: readonly LanguageValue[];
  /** Languages of the document that the deployment does not have. */
  readonly unknown: readonly string[];
}

/** Reads the stored value of a localized field; undefined if it has another form. */
export function languageValues(model: Model, field: ModelField, stored: unknown): LanguageValues | undefined {
  const path = field.localized?.path ?? '';
  const codes = new Set(model.locales.all.map(({ code }) => code));
  const inLanguage = (language: string, translation: unknown): LanguageValue => ({
    language,
    value: valueAt(translation, path),
    noObject: firstNoObject(translation, pathsBefore(path)),
  });
  const own = inLanguage('', stored);
  const entries = entriesOf(stored);
  const isByLanguage = Array.isArray(stored)
    ? hasEntries(stored, model.locales) && entries.length === stored.length
    : entries.some(([language, value]) => value != null && codes.has(language));
  if (isByLanguage) {
    const values = entries.filter(([, value]) => value != null);
    return {
      values: values.map(([language, value]) => inLanguage(language, value)),
      unknown: values.map(([language]) => language).filter((language) => !codes.has(language)),
    };
  }
  const plain = own.noObject?.value ?? own.value;
  const isPlain = Array.isArray(plain)
    ? !hasEntries(plain, model.locales)
    : plain != null && (!isObject(plain) || plainSigns(model, field).some((sign) => sign.has(plain)));
  if (isPlain) return { values: [own], unknown: [] };
  return isBlank(stored) ? { values: [], unknown: [] } : undefined;
}

/** True for what the Studio leaves behind when all translations are removed: an empty list, or an object with a `_type` alone. */
const isBlank = (stored: unknown): boolean =>
  Array.isArray(stored)
    ? stored.length === 0
    : isObject(stored) &&
      Object.entries(stored).every(([name, value]) => name.startsWith('_') || value == null);

/** Returns the entries of an internationalized array by language, or the attributes of an object. */
function entriesOf(stored: unknown): readonly (readonly [string, unknown])[] {
  if (!Array.isArray(stored))
    return isObject(stored) ? Object.entries(stored).filter(([name]) => !name.startsWith('_')) : [];
  return stored.flatMap((entry) => {
    if (!isObject(entry)) return [];
    const language = entry.language ?? entry._key;
    return typeof language === 'string' ? [[language, entry.value] as const] : [];
  });
}
