import { LONGEST_QUERY, MOST_HITS_PER_PAGE, MOST_VALUES_PER_FACET } from './limits.ts';
import {
  anything,
  either,
  flag,
  integer,
  type NestedTexts,
  nestedTexts,
  oneOf,
  type Reader,
  text,
  texts,
} from './readers.ts';
import { badRequest } from './refusal.ts';

const typoTolerance: Reader<boolean | 'min' | 'strict'> = either(flag, oneOf('min', 'strict'));
const languages = either(flag, texts);

/** What an index setting fixes and a request may override. */
export const SHARED_READERS = {
  attributesToRetrieve: texts,
  ranking: texts,
  relevancyStrictness: integer(0, 100),
  attributesToHighlight: texts,
  attributesToSnippet: texts,
  highlightPreTag: text(),
  highlightPostTag: text(),
  snippetEllipsisText: text(),
  restrictHighlightAndSnippetArrays: flag,
  // The specification's least is 1; the provider's own front-end libraries send 0 for counts alone.
  hitsPerPage: integer(0, MOST_HITS_PER_PAGE),
  minWordSizefor1Typo: integer(),
  minWordSizefor2Typos: integer(),
  typoTolerance,
  allowTyposOnNumericTokens: flag,
  disableTypoToleranceOnAttributes: texts,
  ignorePlurals: languages,
  removeStopWords: languages,
  queryLanguages: texts,
  queryType: oneOf('prefixLast', 'prefixAll', 'prefixNone'),
  removeWordsIfNoResults: oneOf('none', 'lastWords', 'firstWords', 'allOptional'),
  advancedSyntax: flag,
  advancedSyntaxFeatures: texts,
  optionalWords: (value: unknown, name: string) => (value === null ? [] : texts(value, name)),
  disableExactOnAttributes: texts,
  exactOnSingleWordQuery: oneOf('attribute', 'none', 'word'),
  alternativesAsExact: texts,
  distinct: either(integer(0, 4), flag),
  minProximity: integer(1, 7),
  responseFields: texts,
  maxValuesPerFacet: integer(1, MOST_VALUES_PER_FACET),
  maxFacetHits: integer(1, 100),
  sortFacetValuesBy: oneOf('count', 'alpha'),
  attributeCriteriaComputedByMinProximity: flag,
  enableRules: flag,
  replaceSynonymsInHighlight: flag,
  decompoundQuery: anything,
  enablePersonalization: anything,
  mode: oneOf('keywordSearch', 'neuralSearch'),
  semanticSearch: anything,
  renderingContent: anything,
  enableReRanking: anything,
  reRankingApplyFilter: anything,
} satisfies Record<string, Reader>;

/** What only a request says. */
const QUERY_READERS = {
  query: text(LONGEST_QUERY),
  similarQuery: text(LONGEST_QUERY),
  filters: text(),
  facetFilters: nestedTexts as Reader<NestedTexts>,
  optionalFilters: nestedTexts as Reader<NestedTexts>,
  numericFilters: nestedTexts as Reader<NestedTexts>,
  tagFilters: nestedTexts as Reader<NestedTexts>,
  sumOrFiltersScores: flag,
  restrictSearchableAttributes: texts,
  facets: texts,
  facetingAfterDistinct: flag,
  page: integer(),
  offset: integer(),
  length: integer(0, MOST_HITS_PER_PAGE),
  getRankingInfo: flag,
  synonyms: flag,
  clickAnalytics: flag,
  ruleContexts: texts,
  naturalLanguages: texts,
  userToken: text(),
  aroundLatLng: anything,
  aroundLatLngViaIP: anything,
  aroundRadius: anything,
  aroundPrecision: anything,
  minimumAroundRadius: anything,
  insideBoundingBox: anything,
  insidePolygon: anything,
  personalizationImpact: anything,
  analytics: flag,
  analyticsTags: texts,
  percentileComputation: flag,
  enableABTest: flag,
  extensions: anything,
  explain: anything,
} satisfies Record<string, Reader>;

type Read<T extends Record<string, Reader>> = {
  -readonly [K in keyof T]: T[K] extends Reader<infer V> ? V : never;
};

/** The options of a search after defaults, settings and request are laid over one another. */
export type SharedOptions = Read<typeof SHARED_READERS>;
/** What a request said, validated. */
export type Parameters = Partial<SharedOptions & Read<typeof QUERY_READERS>>;

const READERS: Readonly<Record<string, Reader>> = { ...SHARED_READERS, ...QUERY_READERS };

/**
 * Validates a request's parameters, given as JSON attributes, as a query string under `params`, or both.
 * @param skip attributes of the request that are no search parameters, e.g. `indexName`
 * @throws Refusal 400 `Unknown parameter: x`, or what a parameter should have been
 */
export function readParameters(request: unknown, skip: readonly string[] = []): Parameters {
  const given = request ?? {};
  if (typeof given !== 'object' || Array.isArray(given))
    throw badRequest('Invalid request, expected a JSON object of search parameters');
  const parameters: Record<string, unknown> = Object.create(null);
  for (const [name, value] of Object.entries(given)) {
    if (skip.includes(name) || value === undefined) continue;
    if (name === 'params') Object.assign(parameters, readQueryString(text()(value, name)));
    else parameters[name] = readOne(name, value);
  }
  return { ...parameters };
}

function readQueryString(params: string): Record<string, unknown> {
  const read: Record<string, unknown> = Object.create(null);
  for (const [name, value] of new URLSearchParams(params)) read[name] = readOne(name, value);
  return read;
}

function readOne(name: string, value: unknown): unknown {
  const reader = Object.hasOwn(READERS, name) ? READERS[name] : undefined;
  if (!reader) throw badRequest(`Unknown parameter: ${name}`);
  return reader(value, name);
}

/** Parameters as the provider repeats them in an answer's `params`. */
export function asQueryString(parameters: Parameters): string {
  return Object.entries(parameters)
    .map(
      ([name, value]) =>
        `${name}=${encodeURIComponent(typeof value === 'object' ? JSON.stringify(value) : String(value))}`,
    )
    .join('&');
}
