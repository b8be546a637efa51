import { inputError } from '../errors.ts';
import type { FacetDefinition } from '../model.ts';
import type { SearchRequest } from './client.ts';

/** A `SearchFilter` as GraphQL hands it over: types as their `_type`. */
export interface SearchFilter {
  readonly type?: readonly string[] | null;
  readonly [field: string]: readonly string[] | FacetFilter | null | undefined;
}

/** A `FacetFilter` or a `FacetRangeFilter`. */
interface FacetFilter {
  readonly in?: readonly (string | number)[] | null;
  readonly gte?: number | null;
  readonly lte?: number | null;
}

/** What a search asks of one facet: one of these values, and between these bounds. */
export interface Refinement {
  readonly facet: FacetDefinition;
  /** As the records hold them. */
  readonly values: readonly string[];
  readonly gte: number | undefined;
  readonly lte: number | undefined;
}

/** The provider takes no more filters in a request. */
const MOST_FILTER_VALUES = 1000;

/** Beyond it a number is not exact, and no record holds it. */
const GREATEST_NUMBER = Number.MAX_SAFE_INTEGER;

/**
 * What a filter asks, facet by facet. A facet with neither values nor bounds is not refined by: `in: []` is what a list
 * of choices is when nothing is chosen.
 * @throws GraphQLError BAD_USER_INPUT for more values, or greater numbers, than the search service takes.
 */
export function readRefinements(
  facets: readonly FacetDefinition[],
  filter: SearchFilter | null | undefined,
): readonly Refinement[] {
  const refinements = facets.flatMap((facet): Refinement[] => {
    const given = filter?.[facet.field ?? 'type'];
    if (!given) return [];
    const { in: values, gte, lte }: FacetFilter = isValues(given) ? { in: given } : given;
    const refinement = {
      facet,
      values: [...new Set((values ?? []).map(readValue))],
      gte: readBound(gte),
      lte: readBound(lte),
    };
    const isEmpty =
      refinement.values.length === 0 && refinement.gte === undefined && refinement.lte === undefined;
    return isEmpty ? [] : [refinement];
  });
  const count = refinements.reduce((sum, { values }) => sum + values.length, 0);
  if (count > MOST_FILTER_VALUES)
    throw inputError(
      `expected a filter of at most ${MOST_FILTER_VALUES} values, got ${count}; ask for fewer`,
    );
  return refinements;
}

const isValues = (given: readonly string[] | FacetFilter): given is readonly string[] => Array.isArray(given);

/**
 * The parameters that hold a search to these types and refinements. Values stand in lists of their own and never in an
 * expression, so nothing in them can be read as an operator.
 */
export function filterParameters(
  types: readonly string[] | null | undefined,
  refinements: readonly Refinement[],
): Pick<SearchRequest, 'facetFilters' | 'numericFilters'> {
  const facetFilters: string[][] = types?.length
    ? [[...new Set(types)].map((type) => facetFilter('_type', type))]
    : [];
  const numericFilters: string[][] = [];
  for (const { facet, values, gte, lte } of refinements) {
    const { attribute, kind } = facet;
    if (kind !== 'number' && values.length > 0)
      facetFilters.push(values.map((value) => facetFilter(attribute, value)));
    // A minus before a facet value means "not", so negative numbers are compared as numbers.
    if (kind === 'number' && values.length > 0)
      numericFilters.push(values.map((value) => `${attribute}=${value}`));
    if (gte !== undefined) numericFilters.push([`${attribute}>=${writeNumber(gte)}`]);
    if (lte !== undefined) numericFilters.push([`${attribute}<=${writeNumber(lte)}`]);
  }
  return {
    ...(facetFilters.length > 0 && { facetFilters }),
    ...(numericFilters.length > 0 && { numericFilters }),
  };
}

/**
 * A facet filter: all that follows the first colon is the value, where only a leading minus has a meaning
 * (https://www.algolia.com/doc/api-reference/api-parameters/facetFilters).
 */
export const facetFilter = (attribute: string, value: string): string =>
  `${attribute}:${value.startsWith('-') ? '\\' : ''}${value}`;

/** A value within a `filters` expression. */
export const quoted = (value: string): string => `"${value.replace(/[\\"]/g, '\\$&')}"`;

const readValue = (value: string | number): string =>
  typeof value === 'number' ? writeNumber(readBound(value) as number) : value;

function readBound(value: number | null | undefined): number | undefined {
  if (value === null || value === undefined) return undefined;
  if (Math.abs(value) > GREATEST_NUMBER)
    throw inputError(`expected a number up to ${GREATEST_NUMBER}, got ${value}`);
  return value;
}

/** Without an exponent, which the provider does not read, and as precisely as it compares. */
const writeNumber = (value: number): string =>
  Number.isInteger(value) ? String(value) : String(Number(value.toFixed(3)));
