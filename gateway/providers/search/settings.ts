import type { IndexSettings } from 'algoliasearch';
import { facetsOf, type Model } from '../../core/model/model.ts';
import { LANGUAGE_ATTRIBUTE, type SearchAttribute, searchAttributes } from '../../core/model/searchRecord.ts';
import { hasDocumentLanguages } from '../../core/model/translations.ts';
import { highlightParameters } from './highlights.ts';

/** Algolia's limit of hits that paging can reach. */
export const MAX_HITS = 1000;

/** `min`: results with typos appear only if there are none without. */
const TYPO_TOLERANCE = 'min';

/** The attribute of a document's records that contains the id of the document, which may have several records. */
export const DOCUMENT_ID_ATTRIBUTE = '_id';

/** The attribute of a moment's record that contains the facet values of its document. */
export const DOCUMENT_FACETS_ATTRIBUTE = 'documentFacets';

/**
 * Returns the settings of the document index that follow from a model. Lists without an order of their own are sorted, so that the
 * order of types and fields does not matter.
 * @param languages of texts and queries, ISO 639-1
 */
export function documentSettings(model: Model, languages: readonly string[] = []): IndexSettings {
  const attributes = searchAttributes(model);
  return {
    searchableAttributes: searchableEntries(attributes),
    attributesForFaceting: [
      ...facetAttributes(model),
      `filterOnly(${DOCUMENT_ID_ATTRIBUTE})`,
      ...(hasDocumentLanguages(model) ? [`filterOnly(${LANGUAGE_ATTRIBUTE})`] : []),
    ].sort(),
    // Document fields come from the content service.
    attributesToRetrieve: ['_type'],
    // The records of a document are one result.
    attributeForDistinct: DOCUMENT_ID_ATTRIBUTE,
    distinct: 1,
    ...languageSettings(languages),
    paginationLimitedTo: MAX_HITS,
    ...(highlightParameters(attributes.toSorted(byPath)) as IndexSettings),
  };
}

const byPath = (a: SearchAttribute, b: SearchAttribute): number => (a.path < b.path ? -1 : 1);

/**
 * Returns the settings of the moment index that follow from a model.
 * @param languages of texts and queries, ISO 639-1
 */
export function momentSettings(model: Model, languages: readonly string[] = []): IndexSettings {
  return {
    searchableAttributes: ['unordered(text)'],
    attributesForFaceting: [
      'filterOnly(_type)',
      'filterOnly(asset)',
      'filterOnly(document)',
      'filterOnly(language)',
      ...facetAttributes(model)
        .filter((attribute) => attribute !== TYPE_ATTRIBUTE)
        .map((attribute) => `filterOnly(${DOCUMENT_FACETS_ATTRIBUTE}.${attribute})`),
    ].sort(),
    attributesToRetrieve: ['_type', 'asset', 'document', 'end', 'language', 'start', 'text'],
    attributeForDistinct: 'moment',
    ...languageSettings(languages),
    paginationLimitedTo: MAX_HITS,
    ...(highlightParameters([{ path: 'text', isLong: false }]) as IndexSettings),
  };
}

/** The attribute of the facet `TYPE`. */
const TYPE_ATTRIBUTE = '_type';

/** Returns the attributes of facets in all languages. */
const facetAttributes = (model: Model): string[] => [
  ...new Set(
    model.locales.all.flatMap((locale) => facetsOf(model, locale).map(({ attribute }) => attribute)),
  ),
];

/** Returns the languages of texts and queries, some of which have no spaces. */
const languageSettings = (languages: readonly string[]): IndexSettings =>
  languages.length === 0
    ? {}
    : ({ indexLanguages: [...languages], queryLanguages: [...languages] } as IndexSettings);

/**
 * The settings of the first indexes of a deployment, which can be tuned in Algolia's dashboard. Documents with equal matches rank by
 * creation time, newest first: an edit does not change the rank of a document.
 */
export const initialSettings = (languages: readonly string[] = []) => {
  const words: IndexSettings = {
    typoTolerance: TYPO_TOLERANCE,
    ...(languages.length > 0 && { removeStopWords: true, ignorePlurals: true }),
  };
  return {
    documents: { customRanking: ['desc(_createdAt)'], ...words },
    moments: { customRanking: ['asc(start)'], ...words },
    suggestions: { customRanking: ['desc(popularity)'] },
  } satisfies Record<string, IndexSettings>;
};

/** The attribute of a suggestion with the tags of its languages, if the model is localized. */
export const SUGGESTION_LANGUAGES = 'languages';

/** The settings of the suggestion index, whose records have the structure of Algolia's own Query Suggestions. */
export const suggestionSettings: IndexSettings = {
  searchableAttributes: ['query'],
  attributesForFaceting: [`filterOnly(${SUGGESTION_LANGUAGES})`],
  attributesToRetrieve: ['query'],
  ...(highlightParameters([{ path: 'query', isLong: false }]) as IndexSettings),
};

/**
 * Returns the entries of `searchableAttributes`: one per weight. With several attributes in an entry, the position of a match
 * does not count. With one, a match at the beginning ranks higher, which suits titles but not long texts and lists.
 */
function searchableEntries(attributes: readonly SearchAttribute[]): string[] {
  const byWeight = Map.groupBy(attributes, ({ weight }) => weight);
  return [...byWeight.values()].map((unsorted) => {
    const group = unsorted.toSorted(byPath);
    const [only] = group;
    if (group.length > 1 || !only) return group.map(({ path }) => path).join(',');
    return only.isLong || only.isList ? `unordered(${only.path})` : only.path;
  });
}
