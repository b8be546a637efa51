import type { Locale } from '../../../core/locales.ts';
import type { ModelField, ModelType } from '../../../core/model/model.ts';
import {
  languageField,
  TRANSLATION_ENTRIES_GROQ,
  TRANSLATIONS_TYPE,
} from '../../../core/model/translations.ts';
import type { GroqScope } from './groq.ts';
import { fieldGroq } from './groq.ts';
import { notBlankGroq } from './translations.ts';
import { TEXT } from './valueKinds.ts';
import { isFollowed, type Visibility } from './visibility.ts';

/**
 * Returns the conditions that a document is the version for a language: it has that language, or a fallback of it and no published
 * version in a preferred one. A document without a language is the version for all languages.
 * They are empty if the documents of the type have no languages.
 */
export function languageConditions(
  type: ModelType,
  { codes }: Locale,
  { addDocumentTypes, readsPrivate }: Pick<GroqScope, 'addDocumentTypes' | 'readsPrivate'>,
): readonly string[] {
  const field = languageField(type);
  if (!field) return [];
  const language = fieldGroq(field);
  if (codes.length > 1) addDocumentTypes([TRANSLATIONS_TYPE]);
  const alternatives = codes.map((code, i) => {
    const isOfLanguage = `${language} == ${JSON.stringify(code)}`;
    return i === 0
      ? isOfLanguage
      : `(${isOfLanguage} && !${hasTranslation(codes.slice(0, i), { readsPrivate })})`;
  });
  return [`(!${hasLanguage(field)} || ${alternatives.join(' || ')})`];
}

/** Returns the condition that a document has a language: a text that is not blank. */
export const hasLanguage = (field: ModelField): string =>
  `(${notBlankGroq(TEXT.comparable(fieldGroq(field)))})`;

/** Returns the condition that a document has a published translation in one of these languages. */
function hasTranslation(codes: readonly string[], visibility: Visibility): string {
  const languages = JSON.stringify(codes);
  const isOfLanguages = `(language in ${languages} || _key in ${languages})`;
  // Without entries, the count is null.
  return `coalesce(count(${TRANSLATION_ENTRIES_GROQ}[${isOfLanguages} && ${isFollowed(visibility, 'value.')} && defined(value->_id)]) > 0, false)`;
}

/** Returns an order of documents by the preference of their languages; a document without one precedes. */
export function languageRank(type: ModelType, { codes }: Locale): string | undefined {
  const field = languageField(type);
  if (!field) return undefined;
  const language = fieldGroq(field);
  const ranks = codes.map((code, i) => `${language} == ${JSON.stringify(code)} => ${i}`);
  return `select(${[`!${hasLanguage(field)} => -1`, ...ranks].join(', ')})`;
}
