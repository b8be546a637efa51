import { constantCase, type FacetDefinition, type Model } from '../../core/model/model.ts';
import type { SearchRequest, SearchResult } from './client.ts';
import { filterParameters, type Refinement } from './filters.ts';
import type { SearchLoader } from './loader.ts';

/** A facet value. `withLabels` sets the label of a reference. */
export interface FacetValue {
  readonly value: string;
  readonly label: string;
  readonly count: number;
  readonly selected: boolean;
}

/** A counted facet. */
export interface Facet {
  readonly key: string;
  readonly label: string;
  readonly exhaustive: boolean;
  readonly values: readonly FacetValue[];
  readonly stats: { readonly min: number; readonly max: number } | null;
  readonly definition: FacetDefinition;
}

/** A search with facets. */
export interface FacetedSearch {
  readonly request: SearchRequest;
  readonly types: readonly string[] | null | undefined;
  readonly refinements: readonly Refinement[];
  /** Further conditions of the documents. */
  readonly conditions?: readonly string[];
}

/** The parameters of a request that only counts, which analytics must not count as a search. */
const COUNT_ONLY: Partial<SearchRequest> = {
  hitsPerPage: 0,
  analytics: false,
  clickAnalytics: false,
  attributesToHighlight: [],
  attributesToSnippet: [],
};

/** Separates facets that the search's own request can count from refined ones, which need a request each. */
export function splitFacets(
  definitions: readonly FacetDefinition[],
  refinements: readonly Refinement[],
): { plain: readonly FacetDefinition[]; refined: readonly FacetDefinition[] } {
  const isRefined = ({ key }: FacetDefinition) => refinements.some(({ facet }) => facet.key === key);
  return {
    plain: definitions.filter((definition) => !isRefined(definition)),
    refined: definitions.filter(isRefined),
  };
}

/**
 * Counts a refined facet without its own filter:
 * https://www.algolia.com/doc/guides/managing-results/refine-results/faceting/#disjunctive-faceting
 */
export function countDisjunctiveFacet(
  search: SearchLoader,
  { request, types, refinements, conditions }: FacetedSearch,
  definition: FacetDefinition,
  parameters: Partial<SearchRequest> = {},
): Promise<SearchResult> {
  const { query, indexName, restrictSearchableAttributes } = request;
  const others = refinements.filter(({ facet }) => facet.key !== definition.key);
  return search.load({
    indexName,
    query,
    ...(restrictSearchableAttributes && { restrictSearchableAttributes }),
    ...filterParameters(types, others, conditions),
    ...COUNT_ONLY,
    facets: [definition.attribute],
    ...parameters,
  });
}

/** Reads a facet from a result, values with the highest count first. It includes selected values with a count of 0. */
export function readFacet(
  model: Model,
  definition: FacetDefinition,
  result: SearchResult,
  refinements: readonly Refinement[],
): Facet {
  const { attribute, key, label, kind } = definition;
  const counts = new Map(Object.entries(result.facets?.[attribute] ?? {}));
  const nameByText = new Map([...definition.stored].map(([name, text]) => [text, name]));
  const nameOf = (text: string) => nameByText.get(text) ?? text;
  const selected = new Set(refinements.find(({ facet }) => facet.key === key)?.values);
  for (const value of selected) if (!counts.has(value)) counts.set(value, 0);
  const values = [...counts].flatMap(([value, count]): FacetValue[] => {
    const labelled = kind === 'type' ? typeValue(model, value) : { value: nameOf(value), label: value };
    return labelled ? [{ ...labelled, count, selected: selected.has(value) }] : [];
  });
  const stats = result.facets_stats?.[attribute];
  return {
    key,
    label,
    definition,
    exhaustive: result.exhaustive?.facetsCount ?? result.exhaustiveFacetsCount ?? true,
    values: values.sort(kind === 'number' ? byCountThenNumber : byCountThenLabel),
    stats: stats?.min !== undefined && stats.max !== undefined ? { min: stats.min, max: stats.max } : null,
  };
}

/** Labels the values of a facet: references with the titles of their documents, others with the value itself. */
export async function withLabels(
  { definition, values }: Pick<Facet, 'definition' | 'values'>,
  readLabels: (target: string, values: readonly string[]) => Promise<ReadonlyMap<string, string>>,
): Promise<readonly FacetValue[]> {
  const { kind, target } = definition;
  if (kind !== 'reference' || !target || values.length === 0) return values;
  try {
    const labels = await readLabels(
      target,
      values.map(({ value }) => value),
    );
    return values.map((value) => ({ ...value, label: labels.get(value.value) ?? value.label }));
  } catch {
    // Counts without titles are better than no facet.
    return values;
  }
}

/** Returns the schema's value of a `_type`; undefined for a type that is no longer in the model. */
function typeValue(model: Model, documentType: string): { value: string; label: string } | undefined {
  const name = model.typeOfDocument.get(documentType);
  return name
    ? { value: constantCase(name), label: name.replace(/(?<=[a-z0-9])(?=[A-Z])/g, ' ') }
    : undefined;
}

const byCountThenNumber = (a: FacetValue, b: FacetValue) =>
  b.count - a.count || Number(a.value) - Number(b.value);
const byCountThenLabel = (a: FacetValue, b: FacetValue) =>
  b.count - a.count || a.value.localeCompare(b.value);
