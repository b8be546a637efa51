import { coveredBy } from './attributes.ts';
import type { SearchIndex } from './searchIndex.ts';
import type { Options } from './settings.ts';
import { fold } from './words.ts';

/** A facet value and how many records have it. */
export interface FacetCount {
  value: string;
  count: number;
}

/** `facets` and `facets_stats` of an answer. */
export interface FacetAnswer {
  facets?: Record<string, Record<string, number>>;
  facets_stats?: Record<string, { min: number; max: number; avg: number; sum: number }>;
}

/**
 * Counts facet values.
 * @param slots the records found
 * @param grouped the records left after `distinct`, for facets declared `afterDistinct`
 * @param requested facets by name, or `*`; those not declared for faceting are left out
 */
export function countFacets(
  index: SearchIndex,
  slots: readonly number[],
  grouped: readonly number[],
  requested: readonly string[],
  options: Options,
): FacetAnswer {
  if (requested.length === 0) return {};
  const declared = [...index.facets.values()].filter(
    (facet) => !facet.filterOnly && facet.path !== 'objectID',
  );
  const names = requested.includes('*') ? declared.map((facet) => facet.path) : requested;
  const facets: [string, Record<string, number>][] = [];
  const stats: [string, { min: number; max: number; avg: number; sum: number }][] = [];
  for (const name of new Set(names)) {
    const facet = declared.find(({ path }) => coveredBy(name, [path]));
    if (!facet) continue;
    const counts = countValues(index, name, facet.afterDistinct ? grouped : slots);
    if (counts.length === 0) continue;
    const shown = sortCounts(counts, options.sortFacetValuesBy).slice(0, options.maxValuesPerFacet);
    facets.push([name, Object.fromEntries(shown.map(({ value, count }) => [value, count]))]);
    const numbers = statsOf(index, name, facet.afterDistinct ? grouped : slots);
    if (numbers) stats.push([name, numbers]);
  }
  return {
    facets: Object.fromEntries(facets),
    ...(stats.length > 0 && { facets_stats: Object.fromEntries(stats) }),
  };
}

/** The values of one facet among records, in no order. */
export function countValues(index: SearchIndex, path: string, slots: readonly number[]): FacetCount[] {
  const column = index.facetColumn(path);
  const counts = new Int32Array(column.values.length);
  for (const slot of slots) for (const number of column.numbers[slot] ?? []) (counts[number] as number)++;
  const found: FacetCount[] = [];
  for (const [number, value] of column.values.entries()) {
    const count = counts[number] as number;
    if (count > 0) found.push({ value, count });
  }
  return found;
}

/** Most frequent first, or by name; in both, ties are by name. */
export function sortCounts(counts: FacetCount[], by: 'count' | 'alpha'): FacetCount[] {
  const keyed = counts.map((count) => ({ count, key: fold(count.value) }));
  keyed.sort((a, b) => {
    const byCount = by === 'count' ? b.count.count - a.count.count : 0;
    return byCount || (a.key < b.key ? -1 : Number(a.key > b.key));
  });
  return keyed.map(({ count }) => count);
}

function statsOf(index: SearchIndex, path: string, slots: readonly number[]) {
  const { values } = index.valueColumn(path);
  let count = 0;
  let sum = 0;
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  for (const slot of slots)
    for (const value of values[slot] ?? []) {
      if (typeof value !== 'number') continue;
      count++;
      sum += value;
      if (value < min) min = value;
      if (value > max) max = value;
    }
  return count > 0 ? { min, max, avg: sum / count, sum } : undefined;
}
