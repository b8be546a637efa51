import { randomBytes } from 'node:crypto';
import { asQueryString, type SearchParameters } from '../api/searchParameters.ts';
import { parseRequestFilters, type RequestFilters } from '../filters/applyFilters.ts';
import { pickAttributes, type SearchRecord } from '../index/attributes.ts';
import type { SearchIndex } from '../index/searchIndex.ts';
import type { SearchOptions } from '../index/settings.ts';
import { type Grouping, groupDistinct } from './distinct.ts';
import { countFacets } from './facets.ts';
import { type FoundRecords, findRecords } from './findRecords.ts';
import { Highlighter } from './highlighter.ts';
import { topSlots } from './ranking.ts';
import { relevantRecords, sortOptions } from './relevantSort.ts';
import { applyRules, isPromoted, promote, type RuleEffects } from './ruleEffects.ts';

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
  const filters: RequestFilters = parseRequestFilters(parameters, keyFilters);
  const matching = findRecords(index, parameters, options, filters, rules.hidden);
  const found = relevantRecords(index, matching, options);
  const grouped = groupDistinct(index, found, options);
  const window = windowOf(parameters, options, grouped.groups);
  const ranked = rankedHits(index, found, grouped, window.end, rules, options);
  const slots = grouped.expand(ranked.slice(window.start, window.end));
  const response: SearchResponse = {
    hits: hitsOf(request, slots, found, options, rules),
    nbHits: index.isVirtual ? groupDistinct(index, matching, options).groups : grouped.groups,
    ...(index.isVirtual && {
      nbSortedHits: grouped.groups,
      appliedRelevancyStrictness: options.relevancyStrictness,
    }),
    ...window.shown,
    ...facetsOf(index, found.slots, grouped, parameters, options),
    exhaustive: EXHAUSTIVE,
    exhaustiveFacetsCount: true,
    exhaustiveNbHits: true,
    exhaustiveTypo: true,
    query: request.parameters.query ?? '',
    params: asQueryString(request.parameters),
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
    }),
    ...(window.message && { message: window.message }),
    processingTimeMS: Math.max(1, Math.round(performance.now() - startedAt)),
  };
  return pickFields(response, options.responseFields);
}

/** Fields that `responseFields` cannot remove. */
const ALWAYS_RETURNED = ['message', 'serverUsed', 'indexUsed', 'parsedQuery', 'timeoutCounts', 'timeoutHits'];

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
  const byOffset = offset !== undefined || length !== undefined;
  const page = parameters.page ?? 0;
  const start = byOffset ? (offset ?? 0) : page * size;
  const end = Math.min(start + (byOffset ? (length ?? size) : size), limit);
  const shown = byOffset
    ? { offset: start, length: length ?? size }
    : { page, nbPages: size === 0 ? 0 : Math.ceil(reachable / size), hitsPerPage: size };
  const isBeyondLimit = start >= limit && start > 0 && total > limit;
  const message = `you can only fetch the ${limit} hits for this query. You can extend the number of hits returned via the paginationLimitedTo index parameter or use the browse method.`;
  return { start, end: Math.max(start, end), shown, message: isBeyondLimit ? message : undefined };
}

function rankedHits(
  index: SearchIndex,
  found: FoundRecords,
  grouped: Grouping,
  end: number,
  rules: RuleEffects,
  options: SearchOptions,
): number[] {
  if (rules.promoted.length === 0) return topSlots(grouped.leaders, end, found.compare);
  const all = topSlots(grouped.leaders, options.paginationLimitedTo, found.compare);
  return promote(index, all, rules.promoted, (slot) => found.passed[slot] === 1);
}

function facetsOf(
  index: SearchIndex,
  slots: readonly number[],
  grouped: Grouping,
  parameters: SearchParameters,
  options: SearchOptions,
) {
  const counted = parameters.facetingAfterDistinct ? grouped.leaders : slots;
  return countFacets(index, counted, grouped.leaders, parameters.facets ?? [], options);
}

function hitsOf(
  { index, seesUnretrievable }: SearchRequest,
  slots: readonly number[],
  found: FoundRecords,
  options: SearchOptions,
  rules: RuleEffects,
): unknown[] {
  const highlighter = new Highlighter(found.parsedQuery.words, found.matches.alternatives, options);
  const hidden = seesUnretrievable ? [] : options.unretrievableAttributes;
  const highlighted = attributesToHighlight(index, rules.parameters);
  return slots.map((slot) => {
    const record = index.records[slot] as SearchRecord;
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
      ...(rules.parameters.getRankingInfo && { _rankingInfo: rankingInfo(record, slot, found, rules) }),
    };
  });
}

/** Returns the attributes to highlight. Default: all searchable attributes. */
function attributesToHighlight(index: SearchIndex, parameters: SearchParameters): readonly string[] {
  const requested = parameters.attributesToHighlight ?? index.settings.attributesToHighlight;
  if (requested) return requested;
  return index.options.searchableAttributes.length > 0 ? index.fields.map((field) => field.path) : ['*'];
}

function rankingInfo(record: SearchRecord, slot: number, found: FoundRecords, rules: RuleEffects) {
  const { scores, filterScores } = found;
  return {
    nbTypos: scores.typos[slot],
    firstMatchedWord: scores.attribute[slot],
    proximityDistance: scores.proximity[slot],
    userScore: slot,
    geoDistance: 0,
    geoPrecision: 1,
    nbExactWords: scores.exact[slot],
    words: Math.max(1, scores.words[slot] as number),
    filters: filterScores?.[slot] ?? 0,
    promoted: isPromoted(record, rules.promoted),
  };
}
