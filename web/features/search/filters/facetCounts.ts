import type { SearchPageQuery } from '../SearchPage.generated.ts';
import { SCOPES, type Scope } from '../state/searchState.ts';

type Found = SearchPageQuery;
type Facet = NonNullable<Found['search']>['facets'][number];

/** What was found, counted by what it can be narrowed by. */
export interface FacetCounts {
  topics: Facet['values'];
  years: readonly { year: number; count: number }[];
}

const valuesOf = (found: Found | undefined, key: Facet['key']): Facet['values'] =>
  found?.search?.facets.find((facet) => facet.key === key)?.values ?? [];

/** The topics and the years of what was found. */
export const facetCounts = (found: Found | undefined): FacetCounts => ({
  topics: valuesOf(found, 'TOPICS'),
  years: valuesOf(found, 'YEAR')
    .map(({ value, count }) => ({ year: Number(value), count }))
    .filter(({ year, count }) => Number.isInteger(year) && count > 0),
});

/** How much of each kind was found; null while nothing is known. */
export const scopeCounts = (found: Found | undefined): ReadonlyMap<NonNullable<Scope>, number> | null => {
  if (!found?.search) return null;
  const counts = new Map<NonNullable<Scope>, number>();
  for (const { value, count } of valuesOf(found, 'TYPE')) {
    const scope = SCOPES.find((one) => one === value);
    if (scope) counts.set(scope, count);
  }
  if (found.moments) counts.set('MOMENT', found.moments.totalCount);
  return counts;
};

/** Whether the search service was away and only the beginnings of words were looked for: then topics are not counted. */
export const isByWordsAlone = (found: Found | undefined): boolean =>
  found?.search != null && !found.search.facets.some(({ key }) => key === 'TOPICS');
