import { isCoveredBy, type PlainValue } from '../index/attributes.ts';
import type { IndexedRecord } from '../index/postings.ts';
import type { SearchIndex } from '../index/searchIndex.ts';
import type { SearchOptions } from '../index/settings.ts';
import { fold } from '../text/tokenizer.ts';

/** A facet value and its number of records. */
interface FacetCount {
  value: string;
  count: number;
  /** The value, if it was written as a number. */
  number: number | undefined;
}

/** `facets` and `facets_stats` of a response. */
interface FacetResponse {
  facets?: Record<string, Record<string, number>>;
  facets_stats?: Record<string, { min: number; max: number; avg: number; sum: number }>;
}

/**
 * Counts facet values.
 * @param records matching records
 * @param grouped records left after `distinct`, for facets declared `afterDistinct`
 * @param requested facet names, or `*`; facets not declared for faceting are omitted
 */
export function countFacets(
  index: SearchIndex,
  records: readonly IndexedRecord[],
  grouped: readonly IndexedRecord[],
  requested: readonly string[],
  options: SearchOptions,
): FacetResponse {
  if (requested.length === 0) return {};
  const declared = [...index.facets.values()].filter(
    (facet) => !facet.filterOnly && facet.path !== 'objectID',
  );
  const names = requested.includes('*') ? declared.map((facet) => facet.path) : requested;
  const facets: [string, Record<string, number>][] = [];
  const stats: [string, { min: number; max: number; avg: number; sum: number }][] = [];
  for (const name of new Set(names)) {
    const facet = declared.find(({ path }) => isCoveredBy(name, [path]));
    if (!facet) continue;
    const counts = countValues(index, name, facet.afterDistinct ? grouped : records);
    if (counts.length === 0) continue;
    const numbers = statsOf(counts);
    const shown = sortCounts(counts, options.sortFacetValuesBy).slice(0, options.maxValuesPerFacet);
    facets.push([name, Object.fromEntries(shown.map(({ value, count }) => [value, count]))]);
    if (numbers) stats.push([name, numbers]);
  }
  return {
    facets: Object.fromEntries(facets),
    ...(stats.length > 0 && { facets_stats: Object.fromEntries(stats) }),
  };
}

/**
 * Counts the values of one facet in records. Values compare case-insensitively, as at Algolia, and are returned as
 * the index first received them, and in this order.
 */
export function countValues(
  index: SearchIndex,
  path: string,
  records: Iterable<IndexedRecord>,
): FacetCount[] {
  const valuesOf = index.valuesAt(path);
  const counts = new Map<string, number>();
  for (const record of records)
    for (const key of keysOf(valuesOf(record))) counts.set(key, (counts.get(key) ?? 0) + 1);
  const found: FacetCount[] = [];
  for (const record of index.records.values()) {
    if (counts.size === 0) break;
    for (const value of valuesOf(record)) {
      const count = counts.get(keyOf(value));
      if (count === undefined) continue;
      counts.delete(keyOf(value));
      found.push({ value: String(value), count, number: typeof value === 'number' ? value : undefined });
    }
  }
  return found;
}

function keysOf(values: readonly PlainValue[]): Iterable<string> {
  const keys = values.map(keyOf);
  return keys.length > 1 ? new Set(keys) : keys;
}

const keyOf = (value: PlainValue): string => String(value).toLowerCase();

/** Sorts by count, descending, or by name; ties are sorted by name. */
export function sortCounts(counts: FacetCount[], by: 'count' | 'alpha'): FacetCount[] {
  const keyed = counts.map((count) => ({ count, key: fold(count.value) }));
  keyed.sort((a, b) => {
    const byCount = by === 'count' ? b.count.count - a.count.count : 0;
    return byCount || (a.key < b.key ? -1 : Number(a.key > b.key));
  });
  return keyed.map(({ count }) => count);
}

function statsOf(counts: readonly FacetCount[]) {
  const numbers = counts.filter(
    (count): count is FacetCount & { number: number } => count.number !== undefined,
  );
  if (numbers.length === 0) return undefined;
  const all = numbers.map(({ number }) => number);
  const total = numbers.reduce((sum, { count }) => sum + count, 0);
  const sum = numbers.reduce((before, { number, count }) => before + number * count, 0);
  // Math.min(...all) would exceed the number of arguments that a call allows.
  const min = all.reduce((a, b) => Math.min(a, b));
  const max = all.reduce((a, b) => Math.max(a, b));
  return { min, max, avg: sum / total, sum };
}
