import { badRequest } from '../api/apiError.ts';
import { MAX_FILTERS } from '../api/limits.ts';
import type { SearchParameters } from '../api/searchParameters.ts';
import { isCoveredBy } from '../index/attributes.ts';
import type { IndexedRecord } from '../index/postings.ts';
import type { SearchIndex } from '../index/searchIndex.ts';
import {
  parseFacetFilters,
  parseNumericFilters,
  parseOptionalFilters,
  parseTagFilters,
} from './filterArrayParser.ts';
import { type Comparison, type Filter, type Filters, parseFilters } from './filterParser.ts';

/** The filters of a request. */
export interface RequestFilters {
  /** Filters that records must pass. */
  required: Filters;
  /** Filters whose matches rank first. */
  optional: Filters;
  /** The required filters of a restricted key. */
  ofKey: Filters;
}

/**
 * Parses all filter parameters of a request.
 * @param keyFilters filters of a restricted key, which apply in addition to the request's own
 * @throws ApiError 400 for bad syntax or more than 1000 filters
 */
export function parseRequestFilters(parameters: SearchParameters, keyFilters = ''): RequestFilters {
  const { filters = '', facetFilters, numericFilters, tagFilters, optionalFilters } = parameters;
  const ofKey = parseFilters(keyFilters);
  const required = [
    ...ofKey,
    ...parseFilters(filters),
    ...(facetFilters ? parseFacetFilters(facetFilters) : []),
    ...(numericFilters ? parseNumericFilters(numericFilters) : []),
    ...(tagFilters ? parseTagFilters(tagFilters) : []),
  ];
  const optional = optionalFilters ? parseOptionalFilters(optionalFilters) : [];
  const count = [...required, ...optional].reduce((sum, group) => sum + group.length, 0);
  if (count > MAX_FILTERS)
    throw badRequest(`Too many filters: expected at most ${MAX_FILTERS}, got ${count}`);
  return { required, optional, ofKey };
}

/** Returns the score of a record by the filters of a request; undefined if it does not pass them. */
export type RecordFilter = (record: IndexedRecord) => number | undefined;

/**
 * Creates the filter of a request.
 * @param sumScores whether the scores of several matches in one OR are added (`sumOrFiltersScores`);
 * otherwise the best counts
 */
export function createRecordFilter(
  index: SearchIndex,
  filters: Pick<RequestFilters, 'required' | 'optional'>,
  sumScores: boolean,
): RecordFilter {
  const conditionsOf = (groups: Filters) => groups.map((group) => group.map((one) => condition(index, one)));
  const required = conditionsOf(filters.required);
  const optional = conditionsOf(filters.optional);
  /** Returns the score of a group; undefined if the record matches none of its filters. */
  const scoreOf = (group: readonly Condition[], record: IndexedRecord): number | undefined => {
    let total: number | undefined;
    for (const { holds, score } of group)
      if (holds(record)) total = sumScores ? (total ?? 0) + score : Math.max(total ?? 0, score);
    return total;
  };
  return (record) => {
    let sum = 0;
    for (const group of required) {
      const score = scoreOf(group, record);
      if (score === undefined) return undefined;
      sum += score;
    }
    for (const group of optional) sum += scoreOf(group, record) ?? 0;
    return sum;
  };
}

interface Condition {
  holds: (record: IndexedRecord) => boolean;
  score: number;
}

function condition(index: SearchIndex, filter: Filter): Condition {
  const test = testOf(index, filter);
  const holds = filter.negated ? (record: IndexedRecord) => !test(record) : test;
  return { holds, score: 'score' in filter ? filter.score : 0 };
}

/** Returns the test of a filter without its negation. A filter on an attribute that is not a facet matches no record. */
function testOf(index: SearchIndex, filter: Filter): Condition['holds'] {
  if (filter.kind === 'numeric' || filter.kind === 'range') return numericTest(index, filter);
  const { value } = filter;
  const attribute = filter.kind === 'tag' ? '_tags' : filter.attribute;
  // `objectID` is a filter in every index.
  if (attribute === 'objectID') return ({ data }) => data.objectID === value;
  const valuesOf = index.valuesAt(attribute);
  // Unlike facet values, tags are case-sensitive.
  if (filter.kind === 'tag') return (record) => valuesOf(record).some((tag) => String(tag) === value);
  if (!isCoveredBy(attribute, [...index.facets.keys()])) return () => false;
  const key = value.toLowerCase();
  return (record) => valuesOf(record).some((other) => String(other).toLowerCase() === key);
}

/** Comparisons are precise to three decimals. */
const PRECISION = 0.0005;

const COMPARE: Readonly<Record<Comparison, (a: number, b: number) => boolean>> = {
  '<': (a, b) => a < b - PRECISION,
  '<=': (a, b) => a <= b + PRECISION,
  '=': (a, b) => Math.abs(a - b) < PRECISION,
  '!=': (a, b) => Math.abs(a - b) >= PRECISION,
  '>=': (a, b) => a >= b - PRECISION,
  '>': (a, b) => a > b + PRECISION,
};

function numericTest(index: SearchIndex, filter: Filter & { kind: 'numeric' | 'range' }): Condition['holds'] {
  const allowed = index.options.numericAttributesForFiltering.map((a) =>
    a.replace(/^equalOnly\((.+)\)$/, '$1'),
  );
  if (allowed.length > 0 && !allowed.includes(filter.attribute)) return () => false;
  const holds =
    filter.kind === 'range'
      ? (n: number) => COMPARE['>='](n, filter.from) && COMPARE['<='](n, filter.to)
      : (n: number) => COMPARE[filter.comparison](n, filter.value);
  const valuesOf = index.valuesAt(filter.attribute);
  return (record) => valuesOf(record).some((value) => typeof value === 'number' && holds(value));
}
