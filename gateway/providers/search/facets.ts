import { constantCase, type FacetDefinition, type Model } from '../../core/model/model.ts';
import type { SearchAnswer, SearchRequest } from './client.ts';
import { filterParameters, type Refinement } from './filters.ts';
import type { SearchPort } from './loader.ts';

/** A value of a facet. References get their label where it is asked for. */
export interface FacetValue {
  readonly value: string;
  readonly label: string;
  readonly count: number;
  readonly selected: boolean;
}

/** A facet as counted, before the titles of references are known. */
export interface Facet {
  readonly key: string;
  readonly label: string;
  readonly exhaustive: boolean;
  readonly values: readonly FacetValue[];
  readonly stats: { readonly min: number; readonly max: number } | null;
  readonly definition: FacetDefinition;
}

/** A search whose facets are counted. */
export interface FacetedSearch {
  readonly request: SearchRequest;
  readonly types: readonly string[] | null | undefined;
  readonly refinements: readonly Refinement[];
}

/** Queries that only count: they say nothing of what anybody looked for. */
const COUNTING: Partial<SearchRequest> = {
  hitsPerPage: 0,
  analytics: false,
  clickAnalytics: false,
  attributesToHighlight: [],
  attributesToSnippet: [],
};

/** Which facets the search's own request can count, and which are refined by and so need a request of their own. */
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
 * The request that counts a refined facet as if it were not: the search without that facet's own filter, in the manner
 * of https://www.algolia.com/doc/guides/managing-results/refine-results/faceting/#disjunctive-faceting.
 */
export function countWithoutOwn(
  search: SearchPort,
  { request, types, refinements }: FacetedSearch,
  definition: FacetDefinition,
  parameters: Partial<SearchRequest> = {},
): Promise<SearchAnswer> {
  const { query, indexName } = request;
  const others = refinements.filter(({ facet }) => facet.key !== definition.key);
  return search.ask({
    indexName,
    query,
    ...filterParameters(types, others),
    ...COUNTING,
    facets: [definition.attribute],
    ...parameters,
  });
}

/** A facet as an answer counts it, the fullest values first; a value that is filtered by is there even when empty. */
export function readFacet(
  model: Model,
  definition: FacetDefinition,
  answer: SearchAnswer,
  refinements: readonly Refinement[],
): Facet {
  const { attribute, key, label, kind } = definition;
  const counts = new Map(Object.entries(answer.facets?.[attribute] ?? {}));
  const selected = new Set(refinements.find(({ facet }) => facet.key === key)?.values);
  for (const value of selected) if (!counts.has(value)) counts.set(value, 0);
  const values = [...counts].flatMap(([value, count]): FacetValue[] => {
    const shown = kind === 'type' ? typeValue(model, value) : { value, label: value };
    return shown ? [{ ...shown, count, selected: selected.has(value) }] : [];
  });
  const stats = answer.facets_stats?.[attribute];
  return {
    key,
    label,
    definition,
    exhaustive: answer.exhaustive?.facetsCount ?? answer.exhaustiveFacetsCount ?? true,
    values: values.sort(kind === 'number' ? byCountThenNumber : byCountThenLabel),
    stats: stats?.min !== undefined && stats.max !== undefined ? { min: stats.min, max: stats.max } : null,
  };
}

/** The labels of a facet's values: titles where the values are references, and the value itself where none is known. */
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
    // Counts without titles are of more use than no counts.
    return values;
  }
}

/** A `_type` as the graph names it; undefined for one that the model no longer has. */
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
