import { badRequest } from '../api/apiError.ts';
import { MAX_FILTERS } from '../api/limits.ts';
import type { SearchParameters } from '../api/searchParameters.ts';
import type { ArrayPool } from '../index/arrayPool.ts';
import { isCoveredBy } from '../index/attributes.ts';
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
}

/**
 * Parses all filter parameters of a request.
 * @param keyFilters filters of a restricted key, which apply in addition to the request's own
 * @throws ApiError 400 for bad syntax or more than 1000 filters
 */
export function parseRequestFilters(parameters: SearchParameters, keyFilters = ''): RequestFilters {
  const { filters = '', facetFilters, numericFilters, tagFilters, optionalFilters } = parameters;
  const required = [
    ...parseFilters(keyFilters),
    ...parseFilters(filters),
    ...(facetFilters ? parseFacetFilters(facetFilters) : []),
    ...(numericFilters ? parseNumericFilters(numericFilters) : []),
    ...(tagFilters ? parseTagFilters(tagFilters) : []),
  ];
  const optional = optionalFilters ? parseOptionalFilters(optionalFilters) : [];
  const count = [...required, ...optional].reduce((sum, group) => sum + group.length, 0);
  if (count > MAX_FILTERS)
    throw badRequest(`Too many filters: expected at most ${MAX_FILTERS}, got ${count}`);
  return { required, optional };
}

/** The records that pass, and their scores. */
export interface FilterResult {
  /** By slot: 1 for records that pass. */
  mask: Uint8Array;
  /** By slot; undefined without scores. */
  scores: Int32Array | undefined;
}

/**
 * Applies filters to an index. It is the first step of every search and also releases the pooled arrays of
 * the previous one.
 * @param sumScores whether the scores of several matches in one OR are added (`sumOrFiltersScores`);
 * otherwise the best counts
 */
export function applyFilters(index: SearchIndex, filters: RequestFilters, sumScores: boolean): FilterResult {
  index.arrays.reset(index.records.length);
  const mask = index.arrays.bytes(0);
  mask.set(index.present.subarray(0, mask.length));
  const scores = filters.required.length + filters.optional.length > 0 ? index.arrays.integers(0) : undefined;
  for (const group of filters.required) {
    const matches = group.map((filter) => matching(index, filter));
    const either = index.arrays.bytes(0);
    for (const match of matches)
      for (let slot = 0; slot < mask.length; slot++) (either[slot] as number) |= match[slot] as number;
    for (let slot = 0; slot < mask.length; slot++) (mask[slot] as number) &= either[slot] as number;
    if (scores) addScores(index.arrays, scores, group, matches, sumScores);
  }
  for (const group of filters.optional)
    if (scores)
      addScores(
        index.arrays,
        scores,
        group,
        group.map((filter) => matching(index, filter)),
        sumScores,
      );
  return { mask, scores };
}

function addScores(
  arrays: ArrayPool,
  scores: Int32Array,
  group: readonly Filter[],
  matches: readonly Uint8Array[],
  sumScores: boolean,
): void {
  const best = arrays.integers(0);
  for (const [i, filter] of group.entries()) {
    const match = matches[i] as Uint8Array;
    const score = 'score' in filter ? filter.score : 0;
    for (let slot = 0; slot < best.length; slot++) {
      if (match[slot] !== 1) continue;
      if (sumScores) (best[slot] as number) += score;
      else if (score > (best[slot] as number)) best[slot] = score;
    }
  }
  for (let slot = 0; slot < scores.length; slot++) (scores[slot] as number) += best[slot] as number;
}

/**
 * Returns by slot 1 for records that match the filter. A filter on an attribute that is not a facet matches
 * none.
 */
function matching(index: SearchIndex, filter: Filter): Uint8Array {
  const bits = index.arrays.bytes(0);
  if (filter.kind === 'numeric' || filter.kind === 'range') matchNumbers(index, filter, bits);
  else for (const slot of slotsWith(index, filter)) bits[slot] = 1;
  if (filter.negated) for (let slot = 0; slot < bits.length; slot++) bits[slot] = bits[slot] === 1 ? 0 : 1;
  return bits;
}

function slotsWith(index: SearchIndex, filter: Filter & { kind: 'facet' | 'tag' }): Iterable<number> {
  if (filter.kind === 'tag')
    return onlyExact(index, '_tags', filter.value, index.facetColumn('_tags').slotsOf(filter.value));
  const { attribute, value } = filter;
  // `objectID` is a filter in every index and the only case-sensitive facet.
  if (attribute === 'objectID') {
    const slot = index.slots.get(value);
    return slot === undefined ? [] : [slot];
  }
  if (!isCoveredBy(attribute, [...index.facets.keys()])) return [];
  return index.facetColumn(attribute).slotsOf(value) ?? [];
}

/** Yields the slots whose tag equals the value exactly: unlike facet values, tags are case-sensitive. */
function* onlyExact(
  index: SearchIndex,
  path: string,
  value: string,
  slots: ReadonlySet<number> | undefined,
): Generator<number> {
  const { values } = index.valueColumn(path);
  for (const slot of slots ?? []) if (values[slot]?.some((v) => String(v) === value)) yield slot;
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

function matchNumbers(
  index: SearchIndex,
  filter: Filter & { kind: 'numeric' | 'range' },
  bits: Uint8Array,
): void {
  const allowed = index.options.numericAttributesForFiltering.map((a) =>
    a.replace(/^equalOnly\((.+)\)$/, '$1'),
  );
  if (allowed.length > 0 && !allowed.includes(filter.attribute)) return;
  const holds =
    filter.kind === 'range'
      ? (n: number) => COMPARE['>='](n, filter.from) && COMPARE['<='](n, filter.to)
      : (n: number) => COMPARE[filter.comparison](n, filter.value);
  const { values } = index.valueColumn(filter.attribute);
  for (let slot = 0; slot < bits.length; slot++)
    for (const value of values[slot] ?? []) if (typeof value === 'number' && holds(value)) bits[slot] = 1;
}
