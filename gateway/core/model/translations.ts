import type { Model, ModelField, ModelType } from './model.ts';

/** The `_type` of the documents of `@sanity/document-internationalization` that join translations. */
export const TRANSLATIONS_TYPE = 'translation.metadata';

/** GROQ for the entries of the translations of a document, itself included. */
export const TRANSLATION_ENTRIES_GROQ = `*[_type == "${TRANSLATIONS_TYPE}" && references(^._id)][0].translations`;

/** GROQ for the references to the other translations of a document. */
export const TRANSLATIONS_GROQ = `${TRANSLATION_ENTRIES_GROQ}[value._ref != ^._id].value`;

/** Returns the field of a document type with the language of a document; undefined if its documents have none. */
export function languageField({ document, fields }: ModelType): ModelField | undefined {
  if (document?.language === undefined) return undefined;
  return [...fields.values()].find(({ name, source }) =>
    source.kind === 'groq' ? source.expr === document.language : name === document.language,
  );
}

/** Returns the `_type`s of the documents that join translations, if a type of the model has any. */
export const translationTypes = (model: Model): readonly string[] =>
  hasDocumentLanguages(model) ? [TRANSLATIONS_TYPE] : [];

/** Returns whether documents of a type of the model have a language each. */
export const hasDocumentLanguages = ({ documents }: Pick<Model, 'documents'>): boolean =>
  documents.some(({ document }) => document?.language !== undefined);
