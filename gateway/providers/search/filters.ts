import { inputError } from '../../core/errors.ts';
import type { FacetDefinition } from '../../core/model/model.ts';
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
 * The parameter that holds a search to these types and refinements. Every value stands in quotes, so nothing in it can
 * be read as an operator; what else an expression is made of are names of the model and numbers.
 */
export function filterParameters(
  types: readonly string[] | null | undefined,
  refinements: readonly Refinement[],
): Pick<SearchRequest, 'filters'> {
  const ofTypes = types?.length ? [anyValue('_type', [...new Set(types)])] : [];
  const filters = [...ofTypes, ...refinements.flatMap(conditions)].join(' AND ');
  return filters === '' ? {} : { filters };
}

function conditions({ facet: { attribute, kind }, values, gte, lte }: Refinement): string[] {
  const among =
    kind === 'number'
      ? `(${values.map((value) => `${attribute}=${value}`).join(' OR ')})`
      : anyValue(attribute, values);
  return [
    ...(values.length > 0 ? [among] : []),
    ...(gte === undefined ? [] : [`${attribute}>=${writeNumber(gte)}`]),
    ...(lte === undefined ? [] : [`${attribute}<=${writeNumber(lte)}`]),
  ];
}

/** No document is of this type. */
const NOTHING = '_type:"?"';

/**
 * The condition that an attribute has one of these values. No record holds empty text, and the provider has no word for
 * it.
 */
export function anyValue(attribute: string, values: readonly string[]): string {
  const alternatives = values.filter((value) => value !== '').map((value) => `${attribute}:${quoted(value)}`);
  return alternatives.length === 0 ? NOTHING : `(${alternatives.join(' OR ')})`;
}

/**
 * A value within a filter expression, in double quotes and with its own quotes escaped
 * (https://www.algolia.com/doc/api-reference/api-parameters/filters).
 */
export const quoted = (value: string): string => `"${value.replace(/[\\"]/g, '\\$&')}"`;

/**
 * A filter that ranks and does not exclude. It knows no quotes: a leading minus would mean "not", and a score at the end
 * is taken for one, so it always has one.
 */
export const optionalFilter = (attribute: string, value: string): string =>
  `${attribute}:${value.startsWith('-') ? '\\' : ''}${value}<score=1>`;

const readValue = (value: string | number): string =>
  typeof value === 'number' ? writeNumber(readBound(value) as number) : value.toWellFormed();

function readBound(value: number | null | undefined): number | undefined {
  if (value === null || value === undefined) return undefined;
  if (Math.abs(value) > GREATEST_NUMBER)
    throw inputError(`expected a number up to ${GREATEST_NUMBER}, got ${value}`);
  return value;
}

/** Without an exponent, which the provider does not read, and as precisely as it compares. */
const writeNumber = (value: number): string =>
  Number.isInteger(value) ? String(value) : String(Number(value.toFixed(3)));
