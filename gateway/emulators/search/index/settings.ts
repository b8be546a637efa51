import { badRequest } from '../api/apiError.ts';
import {
  boolean,
  ignored,
  integer,
  languageList,
  type ParameterParser,
  stringArray,
  stringList,
  text,
  unsupported,
} from '../api/parameterParsers.ts';
import { OVERRIDABLE_PARSERS, type OverridableSettings, type Parsed } from '../api/searchParameters.ts';
import { isObject } from './attributes.ts';
import { parseFacetAttributes, parseSort } from './settingSyntax.ts';

/** Settings that a request cannot override. */
const INDEX_PARSERS = {
  searchableAttributes: stringArray,
  attributesForFaceting: stringList,
  customRanking: stringList,
  replicas: stringList,
  paginationLimitedTo: integer(0, 20_000),
  unretrievableAttributes: stringList,
  disableTypoToleranceOnWords: stringArray,
  disablePrefixOnAttributes: stringArray,
  numericAttributesForFiltering: stringArray,
  separatorsToIndex: text(),
  keepDiacriticsOnCharacters: text(),
  attributeForDistinct: text(),
  userData: ignored,
  attributesToTransliterate: unsupported('transliteration'),
  camelCaseAttributes: unsupported('camel case'),
  decompoundedAttributes: unsupported('decompounding'),
  indexLanguages: languageList,
  allowCompressionOfIntegerArray: boolean,
  customNormalization: unsupported('custom normalization'),
} satisfies Record<string, ParameterParser>;

const PARSERS: Readonly<Record<string, ParameterParser>> = { ...OVERRIDABLE_PARSERS, ...INDEX_PARSERS };

/** All settings with their values. */
export type SearchOptions = OverridableSettings & Parsed<typeof INDEX_PARSERS>;
/** The settings that were set. */
export type Settings = Partial<SearchOptions>;

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

/** Algolia's defaults. */
export const DEFAULTS: SearchOptions = {
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
  indexLanguages: [],
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

/** Settings that `GET settings` returns for an index without settings. */
const ALWAYS_RETURNED = [
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
] as const satisfies (keyof SearchOptions)[];

/** Settings that are returned as text if they were set as text, e.g. `"false"`. */
const KEPT_AS_TEXT: ReadonlySet<string> = new Set(['ignorePlurals', 'typoTolerance']);

/** Returns the options of searches: the settings over the defaults. */
export function optionsOf(settings: Settings): SearchOptions {
  const { ignorePlurals = DEFAULTS.ignorePlurals, typoTolerance = DEFAULTS.typoTolerance } = settings;
  return {
    ...DEFAULTS,
    ...settings,
    ignorePlurals: OVERRIDABLE_PARSERS.ignorePlurals(ignorePlurals, 'ignorePlurals'),
    typoTolerance: OVERRIDABLE_PARSERS.typoTolerance(typoTolerance, 'typoTolerance'),
  };
}

/**
 * Merges changes into settings; `null` restores a default.
 * @throws ApiError 400 with the unknown setting and its column, or the expected type of a setting
 */
export function mergeSettings(settings: Settings, changes: unknown): Settings {
  if (!isObject(changes)) throw badRequest('Invalid settings, expected a JSON object');
  const changed: Record<string, unknown> = { ...settings };
  for (const [name, value] of Object.entries(changes)) {
    const parser = Object.hasOwn(PARSERS, name) ? PARSERS[name] : undefined;
    if (!parser) {
      const column = JSON.stringify(changes).indexOf(`${JSON.stringify(name)}:`) + 1;
      throw badRequest(`Invalid object attributes: ${name} near line:1 column:${column}`);
    }
    const parsed = value === null ? undefined : parser(value, name);
    if (value === null) delete changed[name];
    else changed[name] = typeof value === 'string' && KEPT_AS_TEXT.has(name) ? value : parsed;
  }
  for (const criterion of (changed.ranking as string[] | undefined) ?? []) checkCriterion(criterion);
  for (const criterion of (changed.customRanking as string[] | undefined) ?? [])
    if (!parseSort(criterion))
      throw badRequest(
        `Invalid value for "customRanking" parameter, expected asc(attribute) or desc(attribute), got ${JSON.stringify(criterion)}`,
      );
  for (const { path, filterOnly, searchable } of parseFacetAttributes(
    (changed.attributesForFaceting as string[] | undefined) ?? [],
  ).values())
    if (filterOnly && searchable)
      throw badRequest(
        `Invalid value for "attributesForFaceting" parameter, expected either filterOnly or searchable for "${path}"`,
      );
  return changed;
}

function checkCriterion(criterion: string): void {
  if ((DEFAULT_RANKING as readonly string[]).includes(criterion) || parseSort(criterion)) return;
  throw badRequest(
    `Invalid value for "ranking" parameter, expected ${DEFAULT_RANKING.join(', ')}, asc(attribute) or desc(attribute), got ${JSON.stringify(criterion)}`,
  );
}

/** Returns settings in the format of `GET settings`. @param primary name of the primary index of a replica */
export function returnedSettings(settings: Settings, primary?: string): Record<string, unknown> {
  const defaults = Object.fromEntries(ALWAYS_RETURNED.map((name) => [name, DEFAULTS[name]]));
  return { ...defaults, ...settings, ...(primary !== undefined && { primary }) };
}
