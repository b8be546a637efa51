import type { SearchParameters } from '../api/searchParameters.ts';
import { createRecordFilter, type RecordFilter, type RequestFilters } from '../filters/applyFilters.ts';
import type { SearchIndex } from '../index/searchIndex.ts';
import type { SearchOptions } from '../index/settings.ts';
import { tokenize } from '../text/tokenizer.ts';
import type { Alternative } from './alternatives.ts';
import { matchQuery } from './matchQuery.ts';
import { type ParsedQuery, parseQuery } from './queryParser.ts';
import { rank } from './ranking.ts';
import { type Hit, scoreHit } from './scoring.ts';

/** The records of a search, with the data that explains them. */
export interface FoundRecords {
  /** In the order of the ranking formula. */
  hits: Hit[];
  parsedQuery: ParsedQuery;
  /** By query word: its alternatives. */
  alternatives: Alternative[][];
  /**
   * Returns the hit of a record that a rule promotes; undefined if the record is hidden or does not pass the filters of the key.
   * @param mustMatch whether the record must also pass the filters of the request
   */
  promotedHit: (objectID: string, mustMatch: boolean) => Hit | undefined;
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
  requested: SearchOptions,
  filters: RequestFilters,
  hidden: ReadonlySet<string>,
): FoundRecords {
  const similar = parameters.query ? '' : (parameters.similarQuery ?? '');
  const options = similar ? similarOptions(requested) : requested;
  const passes = createRecordFilter(index, filters, parameters.sumOrFiltersScores ?? false);
  const filter: RecordFilter = (record) => (hidden.has(record.data.objectID) ? undefined : passes(record));
  const ofKey = createRecordFilter(index, { required: filters.ofKey, optional: [] }, false);
  const find = (parsedQuery: ParsedQuery): FoundRecords => {
    const { hits, alternatives } = matchQuery(index, parsedQuery, options, {
      filter,
      // Without a list of searchable attributes there is nothing to restrict.
      restricted:
        options.searchableAttributes.length > 0 ? (parameters.restrictSearchableAttributes ?? []) : [],
      useSynonyms: parameters.synonyms ?? true,
    });
    const ranked = withEnoughWords(
      rank(index, fewestTypos(hits, options.typoTolerance), options),
      parsedQuery,
    );
    const promotedHit = (objectID: string, mustMatch: boolean) => {
      const record = index.records.get(objectID);
      if (!record || hidden.has(objectID)) return undefined;
      const score = filter(record) ?? (mustMatch ? undefined : ofKey(record));
      if (score === undefined) return undefined;
      return hits.find((hit) => hit.record === record) ?? scoreHit(record, score, [], options);
    };
    return { hits: ranked, parsedQuery, alternatives, promotedHit };
  };
  const query = parameters.query || similar;
  const plan = parseQuery(query, options);
  if (similar) for (const word of plan.words) word.isOptional = true;
  const first = find(plan);
  if (first.hits.length > 0 || plan.words.length < 2) return first;
  for (const fallback of fallbacks(plan, query, options)) {
    const found = find(fallback.plan);
    if (found.hits.length > 0) return { ...found, queryAfterRemoval: fallback.queryAfterRemoval };
  }
  return first;
}

/** Returns the options of a search by `similarQuery`: whole words without stop words, of which most must match. */
function similarOptions(options: SearchOptions): SearchOptions {
  const remainingCriteria = options.ranking.filter((criterion) => criterion !== 'words');
  return {
    ...options,
    queryType: 'prefixNone',
    removeStopWords: true,
    ranking: ['words', ...remainingCriteria],
  };
}

/** Keeps the records with the fewest typos (`min`) or with the two lowest numbers of typos (`strict`). */
function fewestTypos(hits: Hit[], tolerance: SearchOptions['typoTolerance']): Hit[] {
  if (typeof tolerance === 'boolean') return hits;
  const counts = [...new Set(hits.map(({ typos }) => typos))].sort((a, b) => a - b);
  const max = (tolerance === 'min' ? counts[0] : (counts[1] ?? counts[0])) ?? 0;
  return hits.filter(({ typos }) => typos <= max);
}

/** The limits of optional words: https://www.algolia.com/doc/api-reference/api-parameters/optionalWords */
const MIN_WORDS = 4;
const RESULTS_PER_STEP = 1000;
const MANY_WORDS = 10;
const WORDS_PER_STEP = 5;

/**
 * Removes hits with too few words, if a query has four words or more and all are optional: after each thousand results, a record needs one
 * word more, or a fifth of ten optional words and more.
 * @param hits in order
 */
function withEnoughWords(hits: Hit[], { words }: ParsedQuery): Hit[] {
  if (words.length < MIN_WORDS || hits.length <= RESULTS_PER_STEP) return hits;
  if (!words.every(({ isOptional }) => isOptional)) return hits;
  const step = words.length < MANY_WORDS ? 1 : Math.floor(words.length / WORDS_PER_STEP);
  const kept: Hit[] = [];
  for (const hit of hits) {
    const required = 1 + Math.floor(kept.length / RESULTS_PER_STEP) * step;
    if (hit.words >= required) kept.push(hit);
  }
  return kept;
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
    // A parsed query contains no stop words, so they are removed with the other words.
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
