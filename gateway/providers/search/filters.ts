import { inputError } from '../../core/errors.ts';
import type { Locale } from '../../core/locales.ts';
import type { FacetDefinition } from '../../core/model/model.ts';
import { ANY_LANGUAGE, LANGUAGE_ATTRIBUTE, recordText } from '../../core/model/searchRecord.ts';
import type { SearchRequest } from './client.ts';
import { DOCUMENT_ID_ATTRIBUTE } from './settings.ts';

/** The input type `SearchFilter`, by the names of facet fields. */
export type SearchFilter = Readonly<Record<string, FacetFilter | null | undefined>>;

/** The input types `FacetFilter`, `IntFacetFilter` and `FloatFacetFilter`. */
interface FacetFilter {
  readonly in?: readonly (string | number)[] | null;
  readonly gte?: number | null;
  readonly lte?: number | null;
}

/** The filter of one facet: one of the values, within the bounds. */
export interface Refinement {
  readonly facet: FacetDefinition;
  /** In the form of the records; undefined without a choice of values. */
  readonly values: readonly string[] | undefined;
  readonly gte: number | undefined;
  readonly lte: number | undefined;
}

/** Algolia's limit of filters in a request. */
const MAX_FILTER_VALUES = 1000;

/** Larger numbers are not exact, so no record contains them. */
const MAX_NUMBER = Number.MAX_SAFE_INTEGER;

/**
 * Reads a filter as refinements. `in: []` matches nothing.
 * @param types the `_type`s of the search: the filter of the facet `TYPE`; null for all
 * @throws GraphQLError BAD_USER_INPUT for more values or larger numbers than Algolia accepts
 */
export function readRefinements(
  facets: readonly FacetDefinition[],
  filter: SearchFilter | null | undefined,
  types: readonly string[] | null | undefined,
): readonly Refinement[] {
  const refinements = facets.flatMap((facet): Refinement[] => {
    const {
      in: values,
      gte,
      lte,
    }: FacetFilter = (facet.field === undefined ? { in: types ?? null } : filter?.[facet.field]) ?? {};
    const refinement = {
      facet,
      values: values
        ? [...new Set(values.map((value) => storedText(facet, facetValueText(value))))]
        : undefined,
      gte: readBound(gte),
      lte: readBound(lte),
    };
    const isEmpty =
      refinement.values === undefined && refinement.gte === undefined && refinement.lte === undefined;
    return isEmpty ? [] : [refinement];
  });
  const count = refinements.reduce((sum, { values = [] }) => sum + values.length, 0);
  if (count > MAX_FILTER_VALUES)
    throw inputError(
      `expected a filter of at most ${MAX_FILTER_VALUES} values, got ${count}; select fewer values`,
      'BAD_USER_INPUT',
      { argument: 'filter', limit: MAX_FILTER_VALUES, actual: count },
    );
  return refinements;
}

/**
 * Returns the `filters` parameter for refinements. Values are quoted, so that they cannot contain operators; the rest
 * of the expression consists of names from the model and numbers.
 * @param conditions further conditions
 */
export function filterParameters(
  refinements: readonly Refinement[],
  conditions: readonly string[] = [],
): Pick<SearchRequest, 'filters'> {
  const filters = [...conditions, ...refinements.flatMap(refinementConditions)].join(' AND ');
  return filters === '' ? {} : { filters };
}

function refinementConditions({ facet: { attribute, kind }, values, gte, lte }: Refinement): string[] {
  return [
    ...(values === undefined
      ? []
      : [kind === 'number' ? anyNumber(attribute, values) : anyValue(attribute, values)]),
    ...(gte === undefined ? [] : [`${attribute}>=${formatNumber(gte)}`]),
    ...(lte === undefined ? [] : [`${attribute}<=${formatNumber(lte)}`]),
  ];
}

const anyNumber = (attribute: string, numbers: readonly string[]): string =>
  numbers.length === 0
    ? MATCHES_NOTHING
    : `(${numbers.map((number) => `${attribute}=${number}`).join(' OR ')})`;

/** No document has this type. */
const MATCHES_NOTHING = '_type:"?"';

/** Returns the condition that an attribute has one of the values. Records contain no empty text, and Algolia cannot match it. */
export function anyValue(attribute: string, values: readonly string[]): string {
  const alternatives = values
    .filter((value) => value !== '')
    .map((value) => `${attribute}:${quotedFilterValue(value)}`);
  return alternatives.length === 0 ? MATCHES_NOTHING : `(${alternatives.join(' OR ')})`;
}

/**
 * Quotes a value for a filter expression and escapes its own quotes
 * (https://www.algolia.com/doc/api-reference/api-parameters/filters).
 */
export const quotedFilterValue = (value: string): string => `"${value.replace(/[\\"]/g, '\\$&')}"`;

/**
 * Returns an optional filter, which ranks matches higher. Its syntax has no quotes: a leading minus negates, so it is escaped,
 * and a trailing score is parsed, so there always is one.
 */
export const optionalFilter = (attribute: string, value: string): string =>
  `${attribute}:${value.startsWith('-') ? '\\' : ''}${value}<score=1>`;

/** Returns the text that records contain for the name of an enum value; other values as they are. */
const storedText = ({ stored }: FacetDefinition, value: string): string => stored.get(value) ?? value;

const facetValueText = (value: string | number): string =>
  typeof value === 'number' ? formatNumber(readBound(value) as number) : recordText(value.toWellFormed());

function readBound(value: number | null | undefined): number | undefined {
  if (value === null || value === undefined) return undefined;
  if (Math.abs(value) > MAX_NUMBER)
    throw inputError(`filter: expected a number up to ${MAX_NUMBER}, got ${value}`, 'BAD_USER_INPUT', {
      argument: 'filter',
      limit: MAX_NUMBER,
      actual: value,
    });
  return value;
}

/** Formats a number without an exponent, which Algolia does not parse, and with the precision of its comparisons. */
const formatNumber = (value: number): string =>
  Number.isInteger(value) ? String(value) : String(Number(value.toFixed(3)));

/** Returns the condition that a document has a language, or none. */
export const languageCondition = ({ code }: Locale): string =>
  anyValue(LANGUAGE_ATTRIBUTE, [code, ANY_LANGUAGE]);

/** Returns the filter of all records of a document. */
export const ofDocument = (id: string): string =>
  `objectID:${quotedFilterValue(id)} OR ${DOCUMENT_ID_ATTRIBUTE}:${quotedFilterValue(id)}`;

/** Returns the filter of all records of other documents. */
export const notOfDocument = (id: string): string => `NOT ${DOCUMENT_ID_ATTRIBUTE}:${quotedFilterValue(id)}`;
