import { randomBytes } from 'node:crypto';
import { pickAttributes, type SearchRecord } from './attributes.ts';
import { distinct, type Grouping } from './distinct.ts';
import { countFacets } from './facets.ts';
import { type RequestFilters, readFilters } from './filter.ts';
import { type Found, find } from './find.ts';
import { Highlighter } from './highlight.ts';
import { asQueryString, type Parameters } from './parameters.ts';
import { best } from './rank.ts';
import { isPromoted, promote, type RuleEffects, rulesOf } from './ruleEffects.ts';
import type { SearchIndex } from './searchIndex.ts';
import type { Options } from './settings.ts';

/** One search of one index. */
export interface SearchRequest {
  index: SearchIndex;
  indexName: string;
  parameters: Parameters;
  /** Filters of a restricted key. */
  keyFilters: string;
  /** Whether the key may see `unretrievableAttributes`. */
  seesAll: boolean;
}

/** An answer's JSON. */
export type SearchAnswer = Record<string, unknown>;

const EXHAUSTIVE = { facetsCount: true, facetValues: true, nbHits: true, rulesMatch: true, typo: true };

/** Answers a search as the provider's `POST /1/indexes/{i}/query` does. */
export function search(request: SearchRequest): SearchAnswer {
  const begun = performance.now();
  const { index, indexName, keyFilters } = request;
  const rules = rulesOf(request);
  const { parameters } = rules;
  const options: Options = { ...index.options, ...parameters };
  const filters: RequestFilters = readFilters(parameters, keyFilters);
  const found = find(index, parameters, options, filters, rules.hidden);
  const grouped = distinct(index, found, options);
  const window = windowOf(parameters, options, grouped.groups);
  const ranked = rankedHits(index, found, grouped, window.end, rules, options);
  const slots = grouped.expand(ranked.slice(window.start, window.end));
  const answer: SearchAnswer = {
    hits: hitsOf(request, slots, found, options, rules),
    nbHits: grouped.groups,
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
      serverUsed: 'twin',
      indexUsed: indexName,
      parsedQuery: found.plan.words.map((word) => word.text).join(' '),
      timeoutCounts: false,
      timeoutHits: false,
    }),
    ...(window.message && { message: window.message }),
    processingTimeMS: Math.max(1, Math.round(performance.now() - begun)),
  };
  return onlyFields(answer, options.responseFields);
}

/** Fields that `responseFields` cannot take away. */
const ALWAYS = ['message', 'serverUsed', 'indexUsed', 'parsedQuery', 'timeoutCounts', 'timeoutHits'];

function onlyFields(answer: SearchAnswer, fields: readonly string[]): SearchAnswer {
  if (fields.includes('*')) return answer;
  return Object.fromEntries(
    Object.entries(answer).filter(([name]) => fields.includes(name) || ALWAYS.includes(name)),
  );
}

function userDataOf(rules: RuleEffects, options: Options): { userData?: unknown } {
  const userData = [...rules.userData, ...(options.userData === undefined ? [] : [options.userData])];
  return userData.length > 0 ? { userData } : {};
}

function windowOf(parameters: Parameters, options: Options, total: number) {
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
  const beyond = start >= limit && start > 0 && total > limit;
  const message = `you can only fetch the ${limit} hits for this query. You can extend the number of hits returned via the paginationLimitedTo index parameter or use the browse method.`;
  return { start, end: Math.max(start, end), shown, message: beyond ? message : undefined };
}

function rankedHits(
  index: SearchIndex,
  found: Found,
  grouped: Grouping,
  end: number,
  rules: RuleEffects,
  options: Options,
): number[] {
  if (rules.promoted.length === 0) return best(grouped.leaders, end, found.compare);
  const all = best(grouped.leaders, options.paginationLimitedTo, found.compare);
  return promote(index, all, rules.promoted, (slot) => found.passed[slot] === 1);
}

function facetsOf(
  index: SearchIndex,
  slots: readonly number[],
  grouped: Grouping,
  parameters: Parameters,
  options: Options,
) {
  const counted = parameters.facetingAfterDistinct ? grouped.leaders : slots;
  return countFacets(index, counted, grouped.leaders, parameters.facets ?? [], options);
}

function hitsOf(
  { index, seesAll }: SearchRequest,
  slots: readonly number[],
  found: Found,
  options: Options,
  rules: RuleEffects,
): unknown[] {
  const highlighter = new Highlighter(found.plan.words, found.matches.alternatives, options);
  const hidden = seesAll ? [] : options.unretrievableAttributes;
  const highlighted = attributesToHighlight(index, rules.parameters);
  return slots.map((slot) => {
    const record = index.records[slot] as SearchRecord;
    // What may not be retrieved is not shown in a highlight either.
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

/** Unless somebody says otherwise, all searchable attributes are highlighted. */
function attributesToHighlight(index: SearchIndex, parameters: Parameters): readonly string[] {
  const asked = parameters.attributesToHighlight ?? index.settings.attributesToHighlight;
  if (asked) return asked;
  return index.options.searchableAttributes.length > 0 ? index.fields.map((field) => field.path) : ['*'];
}

function rankingInfo(record: SearchRecord, slot: number, found: Found, rules: RuleEffects) {
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
