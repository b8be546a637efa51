import { applyFilters, type Passed, type RequestFilters } from './filter.ts';
import { type Matches, matchQuery } from './match.ts';
import type { Parameters } from './parameters.ts';
import { type QueryPlan, readQuery } from './queryWords.ts';
import { type Compare, compareBy } from './rank.ts';
import { type Scores, scoreMatches } from './score.ts';
import type { SearchIndex } from './searchIndex.ts';
import type { Options } from './settings.ts';
import { tokenize } from './words.ts';

/** What a search found, unordered, with all that orders and explains it. */
export interface Found {
  slots: number[];
  plan: QueryPlan;
  matches: Matches;
  scores: Scores;
  filterScores: Int32Array | undefined;
  /** By slot: 1 for records that pass the filters. */
  passed: Uint8Array;
  compare: Compare;
  /** The query with the words that were given up between `<em>` tags, when some were. */
  queryAfterRemoval?: string;
}

/** Finds the records of one search: filters, query, and the query with fewer words when it found nothing. */
export function find(
  index: SearchIndex,
  parameters: Parameters,
  options: Options,
  filters: RequestFilters,
  hidden: ReadonlySet<string>,
): Found {
  const passed = applyFilters(index, filters, parameters.sumOrFiltersScores ?? false);
  for (const objectID of hidden) {
    const slot = index.slots.get(objectID);
    if (slot !== undefined) passed.mask[slot] = 0;
  }
  const similar = parameters.query ? '' : (parameters.similarQuery ?? '');
  const query = parameters.query || similar;
  const plan = readQuery(query, options);
  if (similar) for (const word of plan.words) word.optional = true;
  const first = findPlan(index, parameters, options, passed, plan);
  if (first.slots.length > 0 || plan.words.length < 2) return first;
  for (const smaller of fallbacks(plan, query, options)) {
    const found = findPlan(index, parameters, options, passed, smaller.plan);
    if (found.slots.length > 0) return { ...found, queryAfterRemoval: smaller.queryAfterRemoval };
  }
  return first;
}

function findPlan(
  index: SearchIndex,
  parameters: Parameters,
  options: Options,
  passed: Passed,
  plan: QueryPlan,
): Found {
  const matches = matchQuery(index, plan, options, {
    allowed: passed.mask,
    restricted: parameters.restrictSearchableAttributes ?? [],
    synonyms: parameters.synonyms ?? true,
  });
  const scores = scoreMatches(matches, index.scratch, options);
  const slots = fewestTypos(matches.slots, scores.typos, options.typoTolerance);
  const compare = compareBy(index, slots, scores, passed.scores, options);
  return { slots, plan, matches, scores, filterScores: passed.scores, passed: passed.mask, compare };
}

/** `min` keeps the records with the fewest typos, `strict` those with the two fewest. */
function fewestTypos(slots: number[], typos: Int32Array, tolerance: Options['typoTolerance']): number[] {
  if (typeof tolerance === 'boolean' || slots.length === 0) return slots;
  const counts = [...new Set(slots.map((slot) => typos[slot] as number))].sort((a, b) => a - b);
  const most = counts[Math.min(tolerance === 'min' ? 0 : 1, counts.length - 1)] as number;
  return slots.filter((slot) => (typos[slot] as number) <= most);
}

interface Fallback {
  plan: QueryPlan;
  queryAfterRemoval: string;
}

/** `removeWordsIfNoResults` removes no more words, as its specification says. */
const MOST_REMOVED = 5;

/** The queries `removeWordsIfNoResults` tries, in order. */
function* fallbacks(plan: QueryPlan, query: string, options: Options): Generator<Fallback> {
  const { words } = plan;
  const strategy = options.removeWordsIfNoResults;
  if (strategy === 'allOptional')
    yield {
      plan: { ...plan, words: words.map((word) => ({ ...word, optional: true })) },
      queryAfterRemoval: query,
    };
  if (strategy !== 'lastWords' && strategy !== 'firstWords') return;
  const all = plan.excluded.length > 0 ? words : tokenize(query, options);
  for (let kept = words.length - 1; kept > 0 && kept >= words.length - MOST_REMOVED; kept--) {
    const remaining = strategy === 'lastWords' ? words.slice(0, kept) : words.slice(-kept);
    // Stop words are not among the words of a plan, and are removed with the others.
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
