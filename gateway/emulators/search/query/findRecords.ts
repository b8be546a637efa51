import type { SearchParameters } from '../api/searchParameters.ts';
import { applyFilters, type FilterResult, type RequestFilters } from '../filters/applyFilters.ts';
import type { SearchIndex } from '../index/searchIndex.ts';
import type { SearchOptions } from '../index/settings.ts';
import { tokenize } from '../text/tokenizer.ts';
import { type Matches, matchQuery } from './matchQuery.ts';
import { type ParsedQuery, parseQuery } from './queryParser.ts';
import { createComparison, type SlotComparison } from './ranking.ts';
import { type Scores, scoreMatches } from './scoring.ts';

/** The unordered records of a search, with the data that ranks and explains them. */
export interface FoundRecords {
  slots: number[];
  parsedQuery: ParsedQuery;
  matches: Matches;
  scores: Scores;
  filterScores: Int32Array | undefined;
  /** By slot: 1 for records that pass the filters. */
  passed: Uint8Array;
  compare: SlotComparison;
  /** The query with the removed words in `<em>` tags; absent when no word was removed. */
  queryAfterRemoval?: string;
}

/**
 * Finds the records of a search: applies the filters, matches the query, and repeats with fewer words when
 * nothing matches.
 */
export function findRecords(
  index: SearchIndex,
  parameters: SearchParameters,
  options: SearchOptions,
  filters: RequestFilters,
  hidden: ReadonlySet<string>,
): FoundRecords {
  const passed = applyFilters(index, filters, parameters.sumOrFiltersScores ?? false);
  for (const objectID of hidden) {
    const slot = index.slots.get(objectID);
    if (slot !== undefined) passed.mask[slot] = 0;
  }
  const similar = parameters.query ? '' : (parameters.similarQuery ?? '');
  const query = parameters.query || similar;
  const plan = parseQuery(query, options);
  if (similar) for (const word of plan.words) word.isOptional = true;
  const first = findParsed(index, parameters, options, passed, plan);
  if (first.slots.length > 0 || plan.words.length < 2) return first;
  for (const fallback of fallbacks(plan, query, options)) {
    const found = findParsed(index, parameters, options, passed, fallback.plan);
    if (found.slots.length > 0) return { ...found, queryAfterRemoval: fallback.queryAfterRemoval };
  }
  return first;
}

function findParsed(
  index: SearchIndex,
  parameters: SearchParameters,
  options: SearchOptions,
  passed: FilterResult,
  parsedQuery: ParsedQuery,
): FoundRecords {
  const matches = matchQuery(index, parsedQuery, options, {
    allowed: passed.mask,
    restricted: parameters.restrictSearchableAttributes ?? [],
    useSynonyms: parameters.synonyms ?? true,
  });
  const scores = scoreMatches(matches, index.arrays, options);
  const slots = fewestTypos(matches.slots, scores.typos, options.typoTolerance);
  const compare = createComparison(index, slots, scores, passed.scores, options);
  return { slots, parsedQuery, matches, scores, filterScores: passed.scores, passed: passed.mask, compare };
}

/** Keeps the records with the fewest typos (`min`) or with the two lowest numbers of typos (`strict`). */
function fewestTypos(
  slots: number[],
  typos: Int32Array,
  tolerance: SearchOptions['typoTolerance'],
): number[] {
  if (typeof tolerance === 'boolean' || slots.length === 0) return slots;
  const counts = [...new Set(slots.map((slot) => typos[slot] as number))].sort((a, b) => a - b);
  const max = counts[Math.min(tolerance === 'min' ? 0 : 1, counts.length - 1)] as number;
  return slots.filter((slot) => (typos[slot] as number) <= max);
}

interface Fallback {
  plan: ParsedQuery;
  queryAfterRemoval: string;
}

/** Limit of `removeWordsIfNoResults` according to its specification. */
const MAX_REMOVED_WORDS = 5;

/** Yields the queries that `removeWordsIfNoResults` tries, in order. */
function* fallbacks(plan: ParsedQuery, query: string, options: SearchOptions): Generator<Fallback> {
  const { words } = plan;
  const strategy = options.removeWordsIfNoResults;
  if (strategy === 'allOptional')
    yield {
      plan: { ...plan, words: words.map((word) => ({ ...word, isOptional: true })) },
      queryAfterRemoval: query,
    };
  if (strategy !== 'lastWords' && strategy !== 'firstWords') return;
  const all = plan.excluded.length > 0 ? words : tokenize(query, options);
  for (let count = words.length - 1; count > 0 && count >= words.length - MAX_REMOVED_WORDS; count--) {
    const remaining = strategy === 'lastWords' ? words.slice(0, count) : words.slice(-count);
    // A parsed query contains no stop words, so they are removed with the others.
    const removed = all.filter(({ start }) => !remaining.some((word) => word.start === start));
    yield { plan: { ...plan, words: remaining }, queryAfterRemoval: emphasize(query, removed) };
  }
}

function emphasize(query: string, words: readonly { start: number; end: number }[]): string {
  let marked = '';
  let at = 0;
  for (const { start, end } of words) {
    marked += `${query.slice(at, start)}<em>${query.slice(start, end)}</em>`;
    at = end;
  }
  return marked + query.slice(at);
}
