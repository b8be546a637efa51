import type { IndexSettings } from 'algoliasearch';
import { facetsOf, type Model } from '../../core/model/model.ts';
import {
  BREADTH_ATTRIBUTE,
  hasOrderedLists,
  hasVideos,
  LANGUAGE_ATTRIBUTE,
  PLAYABLE_ATTRIBUTE,
  type SearchAttribute,
  searchAttributes,
} from '../../core/model/searchRecord.ts';
import { hasDocumentLanguages } from '../../core/model/translations.ts';
import { highlightParameters } from './highlights.ts';

/** Algolia's limit of hits that paging can reach. */
export const MAX_HITS = 1000;

/** `min`: results with typos appear only if there are none without. */
const TYPO_TOLERANCE = 'min';

/** The attribute of a document's records that contains the id of the document, which may have several records. */
export const DOCUMENT_ID_ATTRIBUTE = '_id';

/** Words in quotes are a phrase. A minus before a word has no meaning, because it is often a dash. */
const PHRASES: IndexSettings = { advancedSyntax: true, advancedSyntaxFeatures: ['exactPhrase'] };

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
    ...PHRASES,
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
    ...PHRASES,
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
 * Algolia's ranking with three changes. The number of matched words counts before typos: it differs only if words are optional, and then
 * a document with all words comes first. If the words match equally well, documents whose videos cannot be played come last. A word
 * in a title counts before words that are near each other in a text.
 */
const rankingOf = (model: Model): string[] => [
  'words',
  'typo',
  'geo',
  'filters',
  ...(hasVideos(model) ? [`desc(${PLAYABLE_ATTRIBUTE})`] : []),
  'attribute',
  'proximity',
  'exact',
  'custom',
];

/**
 * The settings of the first indexes of a deployment, which can be tuned in Algolia's dashboard. Of documents with equal matches, those
 * with fewer topics are first, and then the newest by creation: an edit of the text does not change the rank of a document.
 */
export const initialSettings = (model: Model, languages: readonly string[] = []) => {
  const words: IndexSettings = {
    typoTolerance: TYPO_TOLERANCE,
    ...(languages.length > 0 && { removeStopWords: true, ignorePlurals: true }),
  };
  const customRanking = [
    ...(hasOrderedLists(model) ? [`asc(${BREADTH_ATTRIBUTE})`] : []),
    'desc(_createdAt)',
  ];
  return {
    documents: { ranking: rankingOf(model), customRanking, ...words },
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
 * Returns the entries of `searchableAttributes`: one per weight, and after it one for each ordered attribute of the weight. Only where
 * an attribute has an entry of its own, without `unordered`, a match at its beginning ranks higher.
 */
function searchableEntries(attributes: readonly SearchAttribute[]): string[] {
  const byWeight = Map.groupBy(attributes, ({ weight }) => weight);
  return [...byWeight.values()].flatMap((unsorted) => {
    const group = unsorted.toSorted(byPath);
    const equal = group.filter(({ isOrdered }) => !isOrdered).map(({ path }) => path);
    const ordered = group.filter(({ isOrdered }) => isOrdered).map(({ path }) => path);
    if (equal.length === 0) return ordered;
    return [equal.length === 1 ? `unordered(${equal[0]})` : equal.join(','), ...ordered];
  });
}
