import type { FacetDefinition } from '../../core/model/model.ts';
import type { SearchRequest, SearchResult } from './client.ts';
import { filterParameters, type Refinement } from './filters.ts';
import type { SearchLoader } from './loader.ts';

/** A search with facets. */
export interface FacetedSearch {
  readonly request: SearchRequest;
  readonly refinements: readonly Refinement[];
  /** Further conditions of the documents. */
  readonly conditions?: readonly string[];
}

/** The parameters of a request that only counts, which analytics must not count as a search. */
export const COUNT_ONLY: Partial<SearchRequest> = {
  hitsPerPage: 0,
  analytics: false,
  attributesToHighlight: [],
  attributesToSnippet: [],
};

/** Algolia's limit of the values of a facet in a result. */
export const MAX_COUNTED_VALUES = 1000;
/** Values of a facet in a search, without the selected values. */
export const MAX_LISTED_VALUES = 100;

/**
 * Returns the parameters that count facets: one value more than are listed, or all if a filter selects values, which are listed
 * even if they are rare. A document with several records counts once.
 */
export const facetParameters = (
  definitions: readonly FacetDefinition[],
  hasSelection: boolean,
): Partial<SearchRequest> => ({
  facets: definitions.map(({ attribute }) => attribute),
  maxValuesPerFacet: hasSelection ? MAX_COUNTED_VALUES : MAX_LISTED_VALUES + 1,
  facetingAfterDistinct: true,
});

/** Returns the facets with a filter, which need a request each. The search's own request counts the other facets. */
export const refinedFacets = (
  definitions: readonly FacetDefinition[],
  refinements: readonly Refinement[],
): readonly FacetDefinition[] =>
  definitions.filter(({ key }) => refinements.some(({ facet }) => facet.key === key));

/** Returns the result of a search that only counts a facet. */
export const countFacet = (
  search: SearchLoader,
  { request, refinements, conditions }: FacetedSearch,
  definition: FacetDefinition,
): Promise<SearchResult> =>
  search.load({
    ...searchOf(request),
    ...filterParameters(refinements, conditions),
    ...COUNT_ONLY,
    ...facetParameters([definition], true),
  });

/** The counts of a facet. */
export interface FacetCounts {
  /** The result without the facet's own filter. */
  readonly result: SearchResult;
  /** The counts of selected values, and of other values. */
  readonly ofSelected?: readonly FacetCount[];
  /** Default: the values that a search lists. */
  readonly maxValues?: number;
}

type FacetCount = readonly [value: string, count: number];

/**
 * Counts a facet that has a filter. The result of the whole search counts the selected values too, which may be rare: with its own
 * filter a facet has few other values. If it has more than Algolia counts, each selected value that is missing has a request.
 * https://www.algolia.com/doc/guides/managing-results/refine-results/faceting/#disjunctive-faceting
 * @param selection the result with all filters
 */
export async function countRefinedFacet(
  search: SearchLoader,
  faceted: FacetedSearch,
  definition: FacetDefinition,
  selection: Promise<SearchResult>,
): Promise<FacetCounts> {
  const otherRefinements = faceted.refinements.filter(({ facet }) => facet.key !== definition.key);
  const [result, selected] = await Promise.all([
    countFacet(search, { ...faceted, refinements: otherRefinements }, definition),
    selection,
  ]);
  const countsIn = ({ facets }: SearchResult): FacetCount[] =>
    Object.entries(facets?.[definition.attribute] ?? {});
  const ofSelected = countsIn(selected);
  if (ofSelected.length < MAX_COUNTED_VALUES) return { result, ofSelected };
  const counted = new Set([...ofSelected, ...countsIn(result)].map(([value]) => comparedForm(value)));
  const refinement = faceted.refinements.find(({ facet }) => facet.key === definition.key);
  const missing = (refinement?.values ?? []).filter((value) => !counted.has(comparedForm(value)));
  const counts = missing.map((value) => countValue(search, faceted, definition, value));
  return { result, ofSelected: [...ofSelected, ...(await Promise.all(counts))] };
}

/** Counts one value of a facet without the facet's own filter. */
async function countValue(
  search: SearchLoader,
  { request, refinements, conditions }: FacetedSearch,
  facet: FacetDefinition,
  value: string,
): Promise<FacetCount> {
  const otherRefinements = refinements.filter((refinement) => refinement.facet.key !== facet.key);
  const only: Refinement = { facet, values: [value], gte: undefined, lte: undefined };
  const { nbHits = 0 } = await search.load({
    ...searchOf(request),
    ...filterParameters([...otherRefinements, only], conditions),
    ...COUNT_ONLY,
  });
  return [value, nbHits];
}

/** Returns the part of a request that decides which documents match, without its filters. */
export const searchOf = ({
  query,
  indexName,
  restrictSearchableAttributes,
  optionalWords,
  typoTolerance,
}: SearchRequest): SearchRequest => ({
  indexName,
  query: query as string,
  ...(restrictSearchableAttributes && { restrictSearchableAttributes }),
  ...(optionalWords && { optionalWords }),
  ...(typoTolerance !== undefined && { typoTolerance }),
});

/** Returns a value as Algolia compares it with a filter: the case does not matter. */
export const comparedForm = (value: string): string => value.normalize('NFC').toLowerCase();
