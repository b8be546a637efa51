import { isObject } from '../../../core/validators.ts';
import { isTranslatedValue } from '../mapping/localizedValue.ts';
import { documentsOf, type ImportedModel } from '../model/importedModel.ts';
import type { StudioDocument } from './sampleStatistics.ts';

/**
 * Adds a note with the setting `LOCALES`, if values or documents differ by language and the setting lacks a language. The order of the
 * languages is a guess.
 * @param known the languages of the setting
 */
export function noteLanguages(
  model: ImportedModel,
  documents: readonly StudioDocument[],
  known: readonly string[] = [],
): void {
  const types = documentsOf(model);
  const isLocalized =
    types.some(({ language }) => language !== undefined) ||
    [...model.types.values()].some(({ fields }) => fields.some((field) => field.isLocalized));
  if (!isLocalized) return;
  const languages = new Set(model.languages);
  const attributes = new Map(
    types.flatMap(({ type, language }) => (type && language ? [[type, language]] : [])),
  );
  for (const document of documents) {
    const language = document[attributes.get(document._type) ?? ''];
    if (typeof language === 'string') languages.add(language);
    for (const found of languagesIn(document)) languages.add(found);
  }
  if (known.length > 0 && [...languages].every((language) => known.includes(language))) return;
  const text =
    languages.size === 0
      ? 'set the languages of the content, the default first, such as LOCALES=en,de'
      : `set LOCALES=${[...languages].join()}, with the default language first`;
  model.notes.push({ kind: 'guess', path: 'LOCALES', text });
}

/** Returns the languages of the internationalized arrays in a value. */
function languagesIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(languagesIn);
  if (!isObject(value)) return [];
  const { _type: type, _key: key, language = key } = value;
  return [
    ...(isTranslatedValue(type) && typeof language === 'string' ? [language] : []),
    ...Object.values(value).flatMap(languagesIn),
  ];
}
