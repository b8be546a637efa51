import { constantCase, type FacetDefinition, type Model } from '../../core/model/model.ts';
import { comparedForm, type FacetCounts, MAX_COUNTED_VALUES, MAX_LISTED_VALUES } from './facetCounts.ts';
import type { Refinement } from './filters.ts';

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
  /** False if only the most frequent values and the selected values are listed. */
  readonly isComplete: boolean;
  readonly values: readonly FacetValue[];
  readonly stats: { readonly min: number; readonly max: number } | null;
  readonly definition: FacetDefinition;
}

/** Reads a facet from results, values with the highest count first. It includes selected values with a count of 0. */
export function readFacet(
  model: Model,
  definition: FacetDefinition,
  { result, ofSelected = [], maxValues = MAX_LISTED_VALUES }: FacetCounts,
  refinements: readonly Refinement[],
): Facet {
  const { attribute, key, label, kind } = definition;
  const nameByText = new Map([...definition.stored].map(([value, text]) => [text, value]));
  const nameOf = (text: string) => nameByText.get(text) ?? text;
  const all = Object.entries(result.facets?.[attribute] ?? {});
  const selected = refinements.find(({ facet }) => facet.key === key)?.values ?? [];
  const selectedCounts = countSelected(selected, [...ofSelected, ...all]);
  const mostFrequent = all.toSorted(([, a], [, b]) => b - a).slice(0, maxValues);
  const values = [...new Map([...mostFrequent, ...selectedCounts])].flatMap(
    ([value, count]): FacetValue[] => {
      const labelled = kind === 'type' ? typeValue(model, value) : { value: nameOf(value), label: value };
      return labelled ? [{ ...labelled, count, selected: selectedCounts.has(value) }] : [];
    },
  );
  const stats = result.facets_stats?.[attribute];
  return {
    key,
    label,
    definition,
    exhaustive: result.exhaustive?.facetsCount ?? result.exhaustiveFacetsCount ?? true,
    isComplete: all.length <= maxValues && all.length < MAX_COUNTED_VALUES,
    values: values.sort(kind === 'number' ? byCountThenNumber : byCountThenLabel),
    stats: stats?.min !== undefined && stats.max !== undefined ? { min: stats.min, max: stats.max } : null,
  };
}

/** Returns the counts of selected values as they are written in records, or 0. */
function countSelected(
  selected: readonly string[],
  counted: readonly (readonly [value: string, count: number])[],
): ReadonlyMap<string, number> {
  const byKey = Map.groupBy(counted, ([value]) => comparedForm(value));
  return new Map(selected.flatMap((value) => byKey.get(comparedForm(value)) ?? [[value, 0] as const]));
}

/** Labels the values of a facet: references with the titles of their documents, other values with the value itself. */
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
