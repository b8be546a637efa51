import { randomBytes } from 'node:crypto';
import { asQueryString, type SearchParameters } from '../api/searchParameters.ts';
import { parseRequestFilters } from '../filters/applyFilters.ts';
import { pickAttributes } from '../index/attributes.ts';
import type { SearchIndex } from '../index/searchIndex.ts';
import type { SearchOptions } from '../index/settings.ts';
import { groupDistinct } from './distinct.ts';
import { countFacets } from './facets.ts';
import { type FoundRecords, findRecords } from './findRecords.ts';
import { Highlighter } from './highlighter.ts';
import { relevantRecords, sortOptions } from './relevantSort.ts';
import { applyRules, isPromoted, promote, type RuleEffects } from './ruleEffects.ts';
import type { Hit } from './scoring.ts';

/** One search of one index. */
export interface SearchRequest {
  index: SearchIndex;
  indexName: string;
  parameters: SearchParameters;
  /** Filters of a restricted key. */
  keyFilters: string;
  /** True if the key may see `unretrievableAttributes`. */
  seesUnretrievable: boolean;
}

/** JSON of a response. */
export type SearchResponse = Record<string, unknown>;

const EXHAUSTIVE = { facetsCount: true, facetValues: true, nbHits: true, rulesMatch: true, typo: true };

/** Returns the response of `POST /1/indexes/{i}/query`. */
export function search(request: SearchRequest): SearchResponse {
  const startedAt = performance.now();
  const { index, indexName, keyFilters } = request;
  const rules = applyRules(request);
  const { parameters } = rules;
  const options = sortOptions(index, { ...index.options, ...parameters });
  const filters = parseRequestFilters(parameters, keyFilters);
  const matching = findRecords(index, parameters, options, filters, rules.hidden);
  const found = relevantRecords(index, matching, options);
  const grouped = groupDistinct(index, found.hits, options);
  const { leaders } = grouped;
  const window = windowOf(parameters, options, leaders.length);
  const ranked = promote(leaders.slice(0, options.paginationLimitedTo), rules.promoted, found.promotedHit);
  const hits = grouped.expand(ranked.slice(window.start, window.end));
  const response: SearchResponse = {
    hits: hits.map(presenter(request, found, options, rules)),
    nbHits: groupDistinct(index, matching.hits, options).leaders.length,
    ...(index.isVirtual && {
      nbSortedHits: leaders.length,
      appliedRelevancyStrictness: options.relevancyStrictness,
    }),
    ...window.shown,
    ...countFacets(
      index,
      recordsOf(parameters.facetingAfterDistinct ? leaders : found.hits),
      recordsOf(leaders),
      parameters.facets ?? [],
      options,
    ),
    exhaustive: EXHAUSTIVE,
    exhaustiveFacetsCount: true,
    exhaustiveNbHits: true,
    exhaustiveTypo: true,
    query: request.parameters.query ?? '',
    params: asQueryString(parameters),
    index: indexName,
    renderingContent: options.renderingContent ?? {},
    ...(found.queryAfterRemoval !== undefined && { queryAfterRemoval: found.queryAfterRemoval }),
    ...(parameters.clickAnalytics && { queryID: randomBytes(16).toString('hex') }),
    ...userDataOf(rules, options),
    ...(parameters.getRankingInfo && {
      serverUsed: 'emulator',
      indexUsed: indexName,
      parsedQuery: found.parsedQuery.words.map((word) => word.text).join(' '),
      timeoutCounts: false,
      timeoutHits: false,
      ...(rules.applied.length > 0 && { appliedRules: rules.applied.map((objectID) => ({ objectID })) }),
    }),
    ...(window.message && { message: window.message }),
    processingTimeMS: Math.max(1, Math.round(performance.now() - startedAt)),
  };
  return pickFields(response, options.responseFields);
}

const recordsOf = (hits: readonly Hit[]) => hits.map(({ record }) => record);

/** Fields that `responseFields` cannot remove. */
const ALWAYS_RETURNED = [
  'message',
  'serverUsed',
  'indexUsed',
  'parsedQuery',
  'timeoutCounts',
  'timeoutHits',
  'appliedRules',
];

function pickFields(response: SearchResponse, fields: readonly string[]): SearchResponse {
  if (fields.includes('*')) return response;
  return Object.fromEntries(
    Object.entries(response).filter(([name]) => fields.includes(name) || ALWAYS_RETURNED.includes(name)),
  );
}

function userDataOf(rules: RuleEffects, options: SearchOptions): { userData?: unknown } {
  const userData = [...rules.userData, ...(options.userData === undefined ? [] : [options.userData])];
  return userData.length > 0 ? { userData } : {};
}

function windowOf(parameters: SearchParameters, options: SearchOptions, total: number) {
  const { offset, length } = parameters;
  const limit = options.paginationLimitedTo;
  const reachable = Math.min(total, limit);
  const size = options.hitsPerPage;
  // A length without an offset is ignored.
  const byOffset = offset !== undefined;
  const page = parameters.page ?? 0;
  const start = byOffset ? offset : page * size;
  const end = Math.min(start + (byOffset ? (length ?? size) : size), limit);
  const shown = byOffset
    ? { offset: start, length: length ?? size }
    : { page, nbPages: size === 0 ? 0 : Math.ceil(reachable / size), hitsPerPage: size };
  const isBeyondLimit = start >= limit && start > 0 && total > limit;
  const message = `you can only fetch the ${limit} hits for this query. You can extend the number of hits returned via the paginationLimitedTo index parameter or use the browse method.`;
  return { start, end: Math.max(start, end), shown, message: isBeyondLimit ? message : undefined };
}

/** Returns a function that makes the JSON of a hit. */
function presenter(
  { index, seesUnretrievable }: SearchRequest,
  found: FoundRecords,
  options: SearchOptions,
  rules: RuleEffects,
) {
  // With `word`, a query of one word highlights exact matches only.
  const isExactOnly = found.parsedQuery.words.length === 1 && options.exactOnSingleWordQuery === 'word';
  const alternatives = isExactOnly
    ? found.alternatives.map((ofWord) => ofWord.filter(({ isExact }) => isExact))
    : found.alternatives;
  const highlighter = new Highlighter(found.parsedQuery.words, alternatives, options);
  const hidden = seesUnretrievable ? [] : options.unretrievableAttributes;
  const highlighted = attributesToHighlight(index, rules.parameters);
  return (hit: Hit) => {
    const record = hit.record.data;
    // Attributes that cannot be retrieved must not appear in highlights either.
    const visible = pickAttributes(record, ['*'], hidden);
    const highlights = highlighted.length > 0 ? highlighter.highlight(visible, highlighted) : {};
    const snippets =
      options.attributesToSnippet.length > 0
        ? highlighter.snippets(visible, options.attributesToSnippet)
        : {};
    return {
      ...pickAttributes(record, options.attributesToRetrieve, hidden),
      ...(Object.keys(snippets).length > 0 && { _snippetResult: snippets }),
      ...(Object.keys(highlights).length > 0 && { _highlightResult: highlights }),
      ...(rules.parameters.getRankingInfo && { _rankingInfo: rankingInfo(hit, rules) }),
    };
  };
}

/** Returns the attributes to highlight. Default: all searchable attributes. */
function attributesToHighlight(index: SearchIndex, parameters: SearchParameters): readonly string[] {
  const requested = parameters.attributesToHighlight ?? index.settings.attributesToHighlight;
  if (requested) return requested;
  return index.searchable.length > 0 ? index.searchable.map(({ path }) => path) : ['*'];
}

function rankingInfo(
  { record, typos, words, proximity, attribute, exact, filters }: Hit,
  rules: RuleEffects,
) {
  return {
    nbTypos: typos,
    firstMatchedWord: attribute,
    proximityDistance: proximity,
    userScore: record.order,
    geoDistance: 0,
    geoPrecision: 1,
    nbExactWords: exact,
    words: Math.max(1, words),
    filters,
    ...(isPromoted(record.data, rules.promoted) && { promoted: true }),
  };
}
