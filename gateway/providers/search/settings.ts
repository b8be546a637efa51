import type { IndexSettings } from 'algoliasearch';
import { facetsOf, type Model } from '../../core/model/model.ts';
import { type SearchAttribute, searchAttributes } from '../../core/model/searchRecord.ts';
import { highlighting } from './highlights.ts';

/** How deep into its hits the provider pages; the position a cursor can reach. */
export const DEEPEST_HIT = 1000;

/** Words with a slip in them are found where nothing has the words as they were written, and not beside what has. */
const TYPOS = 'min';

/** Where a moment's record holds the facet values of its document, out of the way of its own attributes. */
export const OF_DOCUMENT = 'of';

/**
 * The settings of the documents' index, as the model implies them. Among equals the newer document comes first, by its
 * making and not by its last change, so that a corrected comma does not move an article up.
 * @param languages in which questions are asked, by ISO 639-1
 */
export function documentSettings(model: Model, languages: readonly string[] = []): IndexSettings {
  const attributes = searchAttributes(model);
  return {
    searchableAttributes: tiers(attributes),
    attributesForFaceting: facetsOf(model).map((facet) => facet.attribute),
    // What is shown of a document comes from the content service.
    attributesToRetrieve: ['_type'],
    customRanking: ['desc(_createdAt)'],
    ...wordSettings(languages),
    paginationLimitedTo: DEEPEST_HIT,
    ...(highlighting(attributes) as IndexSettings),
  };
}

/** The settings of the moments' index; among equals the earlier moment comes first. `languages` as for documents. */
export function momentSettings(model: Model, languages: readonly string[] = []): IndexSettings {
  const facets = facetsOf(model).filter(({ field }) => field !== undefined);
  return {
    searchableAttributes: ['unordered(text)'],
    attributesForFaceting: [
      'filterOnly(_type)',
      'filterOnly(asset)',
      'filterOnly(document)',
      'filterOnly(language)',
      ...facets.map(({ attribute }) => `filterOnly(${OF_DOCUMENT}.${attribute})`),
    ],
    attributesToRetrieve: ['_type', 'asset', 'document', 'end', 'language', 'start', 'text'],
    attributeForDistinct: 'moment',
    customRanking: ['asc(start)'],
    ...wordSettings(languages),
    paginationLimitedTo: DEEPEST_HIT,
    ...(highlighting([{ path: 'text', isLong: false }]) as IndexSettings),
  };
}

/**
 * How words are sought. Words without a meaning of their own are not sought at all, so that a question finds what it is
 * about; where nothing has the rest, the last are given up one by one, and the answer says which were kept. Making all
 * of them optional instead would find whatever has the commonest.
 */
const wordSettings = (languages: readonly string[]): IndexSettings => ({
  removeWordsIfNoResults: 'lastWords',
  typoTolerance: TYPOS,
  ...(languages.length > 0 &&
    ({
      queryLanguages: [...languages],
      removeStopWords: true,
      ignorePlurals: true,
    } as IndexSettings)),
});

/** The settings of the suggestions' index, whose records have the shape of the provider's own Query Suggestions. */
export const suggestionSettings: IndexSettings = {
  searchableAttributes: ['query'],
  attributesToRetrieve: ['query'],
  customRanking: ['desc(popularity)'],
  ...(highlighting([{ path: 'query', isLong: false }]) as IndexSettings),
};

/**
 * Attributes of one weight are one entry, and in one entry the place of a match never counts. In an entry of its own a
 * word at the beginning counts more than one at the end, which says something of a title and nothing of a long text or
 * of a list.
 */
function tiers(attributes: readonly SearchAttribute[]): string[] {
  const byWeight = Map.groupBy(attributes, ({ weight }) => weight);
  return [...byWeight.values()].map((tier) => {
    const [only] = tier;
    if (tier.length > 1 || !only) return tier.map(({ path }) => path).join(',');
    return only.isLong || only.isList ? `unordered(${only.path})` : only.path;
  });
}
