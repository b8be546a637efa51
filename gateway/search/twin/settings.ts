import { isObject } from './attributes.ts';
import { SHARED_READERS, type SharedOptions } from './parameters.ts';
import { anything, flag, integer, list, type Reader, text, texts } from './readers.ts';
import { badRequest } from './refusal.ts';
import { sortOf } from './settingEntries.ts';

/** Settings a request cannot override. */
const INDEX_READERS = {
  searchableAttributes: list,
  attributesForFaceting: texts,
  customRanking: texts,
  replicas: list,
  paginationLimitedTo: integer(0, 20_000),
  unretrievableAttributes: texts,
  disableTypoToleranceOnWords: list,
  disablePrefixOnAttributes: list,
  numericAttributesForFiltering: list,
  separatorsToIndex: text(),
  keepDiacriticsOnCharacters: text(),
  attributeForDistinct: text(),
  userData: anything,
  attributesToTransliterate: anything,
  camelCaseAttributes: anything,
  decompoundedAttributes: anything,
  indexLanguages: anything,
  allowCompressionOfIntegerArray: flag,
  customNormalization: anything,
} satisfies Record<string, Reader>;

const READERS: Readonly<Record<string, Reader>> = { ...SHARED_READERS, ...INDEX_READERS };

type IndexOptions = {
  -readonly [K in keyof typeof INDEX_READERS]: (typeof INDEX_READERS)[K] extends Reader<infer V> ? V : never;
};

/** Every setting with a value. */
export type Options = SharedOptions & IndexOptions;
/** What somebody set. */
export type Settings = Partial<Options>;

const DEFAULT_RANKING = [
  'typo',
  'geo',
  'words',
  'filters',
  'proximity',
  'attribute',
  'exact',
  'custom',
] as const;

/** The provider's defaults. */
export const DEFAULTS: Options = {
  searchableAttributes: [],
  attributesForFaceting: [],
  customRanking: [],
  replicas: [],
  paginationLimitedTo: 1000,
  unretrievableAttributes: [],
  disableTypoToleranceOnWords: [],
  disablePrefixOnAttributes: [],
  numericAttributesForFiltering: [],
  separatorsToIndex: '',
  keepDiacriticsOnCharacters: '',
  attributeForDistinct: '',
  userData: undefined,
  attributesToTransliterate: undefined,
  camelCaseAttributes: undefined,
  decompoundedAttributes: undefined,
  indexLanguages: undefined,
  allowCompressionOfIntegerArray: false,
  customNormalization: undefined,
  attributesToRetrieve: ['*'],
  ranking: [...DEFAULT_RANKING],
  relevancyStrictness: 100,
  attributesToHighlight: [],
  attributesToSnippet: [],
  highlightPreTag: '<em>',
  highlightPostTag: '</em>',
  snippetEllipsisText: '…',
  restrictHighlightAndSnippetArrays: false,
  hitsPerPage: 20,
  minWordSizefor1Typo: 4,
  minWordSizefor2Typos: 8,
  typoTolerance: true,
  allowTyposOnNumericTokens: true,
  disableTypoToleranceOnAttributes: [],
  ignorePlurals: false,
  removeStopWords: false,
  queryLanguages: [],
  queryType: 'prefixLast',
  removeWordsIfNoResults: 'none',
  advancedSyntax: false,
  advancedSyntaxFeatures: ['exactPhrase', 'excludeWords'],
  optionalWords: [],
  disableExactOnAttributes: [],
  exactOnSingleWordQuery: 'attribute',
  alternativesAsExact: ['ignorePlurals', 'singleWordSynonym'],
  distinct: 0,
  minProximity: 1,
  responseFields: ['*'],
  maxValuesPerFacet: 100,
  maxFacetHits: 10,
  sortFacetValuesBy: 'count',
  attributeCriteriaComputedByMinProximity: false,
  enableRules: true,
  replaceSynonymsInHighlight: false,
  decompoundQuery: true,
  enablePersonalization: false,
  mode: 'keywordSearch',
  semanticSearch: undefined,
  renderingContent: undefined,
  enableReRanking: true,
  reRankingApplyFilter: undefined,
};

/** What `GET settings` tells of an index nobody configured. */
const ALWAYS_TOLD = [
  'minWordSizefor1Typo',
  'minWordSizefor2Typos',
  'hitsPerPage',
  'maxValuesPerFacet',
  'paginationLimitedTo',
  'exactOnSingleWordQuery',
  'ranking',
  'separatorsToIndex',
  'removeWordsIfNoResults',
  'queryType',
  'highlightPreTag',
  'highlightPostTag',
  'alternativesAsExact',
] as const satisfies (keyof Options)[];

/**
 * Lays changes over settings; `null` brings a default back.
 * @throws Refusal 400 that names an unknown setting and its column, or what a setting should have been
 */
export function changeSettings(settings: Settings, changes: unknown): Settings {
  if (!isObject(changes)) throw badRequest('Invalid settings, expected a JSON object');
  const changed: Record<string, unknown> = { ...settings };
  for (const [name, value] of Object.entries(changes)) {
    const reader = Object.hasOwn(READERS, name) ? READERS[name] : undefined;
    if (!reader) {
      const column = JSON.stringify(changes).indexOf(`${JSON.stringify(name)}:`) + 1;
      throw badRequest(`Invalid object attributes: ${name} near line:1 column:${column}`);
    }
    if (value === null) delete changed[name];
    else changed[name] = reader(value, name);
  }
  for (const criterion of (changed.ranking as string[] | undefined) ?? []) checkCriterion(criterion);
  for (const criterion of (changed.customRanking as string[] | undefined) ?? [])
    if (!sortOf(criterion))
      throw badRequest(
        `Invalid value for "customRanking" parameter, expected asc(attribute) or desc(attribute), got ${JSON.stringify(criterion)}`,
      );
  return changed;
}

function checkCriterion(criterion: string): void {
  if ((DEFAULT_RANKING as readonly string[]).includes(criterion) || sortOf(criterion)) return;
  throw badRequest(
    `Invalid value for "ranking" parameter, expected ${DEFAULT_RANKING.join(', ')}, asc(attribute) or desc(attribute), got ${JSON.stringify(criterion)}`,
  );
}

/** Settings as `GET settings` shows them. */
export function shownSettings(settings: Settings): Record<string, unknown> {
  const told = Object.fromEntries(ALWAYS_TOLD.map((name) => [name, DEFAULTS[name]]));
  return { ...told, ...settings };
}
