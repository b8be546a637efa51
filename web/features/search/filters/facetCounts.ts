import type { SearchPageQuery } from '../SearchPage.generated.ts';
import { RESULT_TYPES, type ResultType } from '../state/searchState.ts';

type Facet = NonNullable<SearchPageQuery['search']>['facets'][number];

/** The number of results for each topic and year. */
export interface FacetCounts {
  topics: Facet['values'];
  years: readonly { year: number; count: number }[];
}

const facetValues = (results: SearchPageQuery | undefined, key: Facet['key']): Facet['values'] =>
  results?.search?.facets.find((facet) => facet.key === key)?.values ?? [];

/** Returns the topics and years of the results. */
export const facetCounts = (results: SearchPageQuery | undefined): FacetCounts => ({
  topics: facetValues(results, 'TOPICS'),
  years: facetValues(results, 'YEAR')
    .map(({ value, count }) => ({ year: Number(value), count }))
    .filter(({ year, count }) => Number.isInteger(year) && count > 0),
});

/** Returns the number of results of each type; null before the first response. */
export const resultTypeCounts = (
  results: SearchPageQuery | undefined,
): ReadonlyMap<ResultType, number> | null => {
  if (!results?.search) return null;
  const counts = new Map<ResultType, number>();
  for (const { value, count } of facetValues(results, 'TYPE')) {
    const type = RESULT_TYPES.find((one) => one === value);
    if (type) counts.set(type, count);
  }
  if (results.moments) counts.set('MOMENT', results.moments.totalCount);
  return counts;
};
