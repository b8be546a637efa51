import { badRequest } from './apiError.ts';
import { MAX_HITS_PER_PAGE, MAX_QUERY_BYTES, MAX_VALUES_PER_FACET } from './limits.ts';
import {
  boolean,
  firstOf,
  ignored,
  integer,
  languageList,
  listOf,
  type NestedStrings,
  nestedStrings,
  oneOf,
  type ParameterParser,
  stringList,
  text,
  unsupported,
} from './parameterParsers.ts';

const typoTolerance: ParameterParser<boolean | 'min' | 'strict'> = firstOf(boolean, oneOf('min', 'strict'));
/** All languages of the query, or a list. An error of the list is the more useful one. */
const languages = firstOf(boolean, languageList);
const geoSearch = unsupported('geo search');

/** Parameters that an index setting defines and a request may override. */
export const OVERRIDABLE_PARSERS = {
  attributesToRetrieve: stringList,
  ranking: stringList,
  relevancyStrictness: integer(0, 100),
  attributesToHighlight: stringList,
  attributesToSnippet: stringList,
  highlightPreTag: text(),
  highlightPostTag: text(),
  snippetEllipsisText: text(),
  restrictHighlightAndSnippetArrays: boolean,
  // The specification's minimum is 1, but Algolia's front-end libraries send 0 to request counts only.
  hitsPerPage: integer(0, MAX_HITS_PER_PAGE),
  minWordSizefor1Typo: integer(),
  minWordSizefor2Typos: integer(),
  typoTolerance,
  allowTyposOnNumericTokens: boolean,
  disableTypoToleranceOnAttributes: stringList,
  ignorePlurals: languages,
  removeStopWords: languages,
  queryLanguages: languageList,
  queryType: oneOf('prefixLast', 'prefixAll', 'prefixNone'),
  removeWordsIfNoResults: oneOf('none', 'lastWords', 'firstWords', 'allOptional'),
  advancedSyntax: boolean,
  advancedSyntaxFeatures: listOf('exactPhrase', 'excludeWords'),
  optionalWords: (value: unknown, name: string) => (value === null ? [] : stringList(value, name)),
  disableExactOnAttributes: stringList,
  exactOnSingleWordQuery: oneOf('attribute', 'none', 'word'),
  alternativesAsExact: listOf(
    'ignorePlurals',
    'singleWordSynonym',
    'multiWordsSynonym',
    'ignoreConjugations',
  ),
  distinct: firstOf(integer(0, 4), boolean),
  minProximity: integer(1, 7),
  responseFields: stringList,
  maxValuesPerFacet: integer(1, MAX_VALUES_PER_FACET),
  maxFacetHits: integer(1, 100),
  sortFacetValuesBy: oneOf('count', 'alpha'),
  attributeCriteriaComputedByMinProximity: boolean,
  enableRules: boolean,
  replaceSynonymsInHighlight: boolean,
  decompoundQuery: ignored,
  enablePersonalization: unsupported('personalization'),
  mode: firstOf(oneOf('keywordSearch'), unsupported('neural search')),
  semanticSearch: unsupported('neural search'),
  renderingContent: ignored,
  enableReRanking: ignored,
  reRankingApplyFilter: ignored,
} satisfies Record<string, ParameterParser>;

/** Parameters that only a request has. */
const REQUEST_PARSERS = {
  query: text(MAX_QUERY_BYTES),
  similarQuery: text(MAX_QUERY_BYTES),
  filters: text(),
  facetFilters: nestedStrings as ParameterParser<NestedStrings>,
  optionalFilters: nestedStrings as ParameterParser<NestedStrings>,
  numericFilters: nestedStrings as ParameterParser<NestedStrings>,
  tagFilters: nestedStrings as ParameterParser<NestedStrings>,
  sumOrFiltersScores: boolean,
  restrictSearchableAttributes: stringList,
  facets: stringList,
  facetingAfterDistinct: boolean,
  page: integer(),
  offset: integer(),
  length: integer(0, MAX_HITS_PER_PAGE),
  getRankingInfo: boolean,
  synonyms: boolean,
  clickAnalytics: boolean,
  ruleContexts: stringList,
  naturalLanguages: languageList,
  userToken: text(),
  aroundLatLng: geoSearch,
  aroundLatLngViaIP: geoSearch,
  aroundRadius: geoSearch,
  aroundPrecision: geoSearch,
  minimumAroundRadius: geoSearch,
  insideBoundingBox: geoSearch,
  insidePolygon: geoSearch,
  personalizationImpact: unsupported('personalization'),
  analytics: boolean,
  analyticsTags: stringList,
  percentileComputation: boolean,
  enableABTest: boolean,
  extensions: ignored,
  explain: ignored,
} satisfies Record<string, ParameterParser>;

/** The values that parsers return. */
export type Parsed<T extends Record<string, ParameterParser>> = {
  -readonly [K in keyof T]: T[K] extends ParameterParser<infer V> ? V : never;
};

/** The options of a search: defaults, settings and request merged. */
export type OverridableSettings = Parsed<typeof OVERRIDABLE_PARSERS>;
/** The validated parameters of a request. */
export type SearchParameters = Partial<OverridableSettings & Parsed<typeof REQUEST_PARSERS>>;

const PARSERS: Readonly<Record<string, ParameterParser>> = { ...OVERRIDABLE_PARSERS, ...REQUEST_PARSERS };

/**
 * Validates the parameters of a request, given as JSON attributes, as a query string in `params`, or both.
 * @param skip attributes of the request that are not search parameters, e.g. `indexName`
 * @throws ApiError 400 `Unknown parameter: x`, or the expected type of a parameter
 */
export function readParameters(request: unknown, skip: readonly string[] = []): SearchParameters {
  const body = request ?? {};
  if (typeof body !== 'object' || Array.isArray(body))
    throw badRequest('Invalid request, expected a JSON object of search parameters');
  const parameters: Record<string, unknown> = Object.create(null);
  for (const [name, value] of Object.entries(body)) {
    if (skip.includes(name) || value === undefined) continue;
    if (name === 'params') Object.assign(parameters, readQueryString(text()(value, name)));
    else parameters[name] = readParameter(name, value);
  }
  return { ...parameters };
}

function readQueryString(params: string): Record<string, unknown> {
  const read: Record<string, unknown> = Object.create(null);
  for (const [name, value] of new URLSearchParams(params)) read[name] = readParameter(name, value);
  return read;
}

function readParameter(name: string, value: unknown): unknown {
  const parser = Object.hasOwn(PARSERS, name) ? PARSERS[name] : undefined;
  if (!parser) throw badRequest(`Unknown parameter: ${name}`);
  return parser(value, name);
}

/** Formats parameters as Algolia repeats them in `params` of a response. */
export function asQueryString(parameters: SearchParameters): string {
  return Object.entries(parameters)
    .map(
      ([name, value]) =>
        `${name}=${encodeURIComponent(typeof value === 'object' ? JSON.stringify(value) : String(value))}`,
    )
    .join('&');
}
