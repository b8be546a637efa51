import type { Locale } from '../../core/locales.ts';
import { type FacetDefinition, facetsOf, isLocalized, type Model } from '../../core/model/model.ts';
import { type SearchAttribute, searchAttributes } from '../../core/model/searchRecord.ts';
import { hasDocumentLanguages } from '../../core/model/translations.ts';
import type { SearchRequest } from './client.ts';
import { anyValue, languageCondition } from './filters.ts';
import { SUGGESTION_LANGUAGES } from './settings.ts';

/** The attributes and languages of a search in one language. */
export interface SearchLanguage {
  /** The searched attributes: attributes in the language, and attributes that do not differ by language. */
  readonly attributes: readonly SearchAttribute[];
  readonly facets: readonly FacetDefinition[];
  /** The conditions of documents, whose types may have one document for each language. */
  readonly conditions: readonly string[];
  /** The parameters of a search of documents. */
  readonly ofDocuments: Pick<SearchRequest, 'restrictSearchableAttributes'>;
  /** The parameters of a search of suggestions. */
  readonly ofSuggestions: Pick<SearchRequest, 'filters'>;
}

/** Creates a function that returns what a search reads in a language of the model. */
export function createSearchLanguages(model: Model): (locale: Locale) => SearchLanguage {
  const all = searchAttributes(model);
  const differs = all.some(({ locale }) => locale);
  const byTag = new Map(model.locales.all.map((locale) => [locale.tag, inLanguage(locale)]));
  return (locale) => byTag.get(locale.tag) ?? inLanguage(locale);

  function inLanguage(language: Locale): SearchLanguage {
    const attributes = all.filter(({ locale }) => locale === undefined || locale.tag === language.tag);
    return {
      attributes,
      facets: facetsOf(model, language),
      conditions: hasDocumentLanguages(model) ? [languageCondition(language)] : [],
      ofDocuments: differs ? { restrictSearchableAttributes: attributes.map(({ path }) => path) } : {},
      ofSuggestions: isLocalized(model) ? { filters: anyValue(SUGGESTION_LANGUAGES, [language.tag]) } : {},
    };
  }
}
