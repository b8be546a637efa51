import { coveredBy } from './attributes.ts';
import {
  parseFacetFilters,
  parseNumericFilters,
  parseOptionalFilters,
  parseTagFilters,
} from './filterArrays.ts';
import { type Comparison, type Filter, type Filters, parseFilters } from './filterGrammar.ts';
import { MOST_FILTERS } from './limits.ts';
import type { Parameters } from './parameters.ts';
import { badRequest } from './refusal.ts';
import type { Scratch } from './scratch.ts';
import type { SearchIndex } from './searchIndex.ts';

/** What a request filters by. */
export interface RequestFilters {
  /** Records must pass these. */
  required: Filters;
  /** Records that pass these rank before others. */
  optional: Filters;
}

/**
 * Reads every filter parameter of a request.
 * @param always filters of a restricted key, which hold beside the request's own
 * @throws Refusal 400 on bad syntax or beyond 1000 filters
 */
export function readFilters(parameters: Parameters, always = ''): RequestFilters {
  const { filters = '', facetFilters, numericFilters, tagFilters, optionalFilters } = parameters;
  const required = [
    ...parseFilters(always),
    ...parseFilters(filters),
    ...(facetFilters ? parseFacetFilters(facetFilters) : []),
    ...(numericFilters ? parseNumericFilters(numericFilters) : []),
    ...(tagFilters ? parseTagFilters(tagFilters) : []),
  ];
  const optional = optionalFilters ? parseOptionalFilters(optionalFilters) : [];
  const count = [...required, ...optional].reduce((sum, group) => sum + group.length, 0);
  if (count > MOST_FILTERS)
    throw badRequest(`Too many filters: expected at most ${MOST_FILTERS}, got ${count}`);
  return { required, optional };
}

/** Which records pass, and what each scores. */
export interface Passed {
  /** By slot: 1 for those that pass. */
  mask: Uint8Array;
  /** By slot; undefined when nothing scores. */
  scores: Int32Array | undefined;
}

/**
 * Applies filters to an index: the first step of every search, which also takes back the arrays of the one before.
 * @param sum whether the scores of several matches in one OR are added up (`sumOrFiltersScores`) or the best counts
 */
export function applyFilters(index: SearchIndex, filters: RequestFilters, sum: boolean): Passed {
  index.scratch.begin(index.records.length);
  const mask = index.scratch.bytes(0);
  mask.set(index.present.subarray(0, mask.length));
  const scores =
    filters.required.length + filters.optional.length > 0 ? index.scratch.integers(0) : undefined;
  for (const group of filters.required) {
    const matches = group.map((filter) => matching(index, filter));
    const either = index.scratch.bytes(0);
    for (const match of matches)
      for (let slot = 0; slot < mask.length; slot++) (either[slot] as number) |= match[slot] as number;
    for (let slot = 0; slot < mask.length; slot++) (mask[slot] as number) &= either[slot] as number;
    if (scores) addScores(index.scratch, scores, group, matches, sum);
  }
  for (const group of filters.optional)
    if (scores)
      addScores(
        index.scratch,
        scores,
        group,
        group.map((filter) => matching(index, filter)),
        sum,
      );
  return { mask, scores };
}

function addScores(
  scratch: Scratch,
  scores: Int32Array,
  group: readonly Filter[],
  matches: readonly Uint8Array[],
  sum: boolean,
): void {
  const best = scratch.integers(0);
  for (const [i, filter] of group.entries()) {
    const match = matches[i] as Uint8Array;
    const score = 'score' in filter ? filter.score : 0;
    for (let slot = 0; slot < best.length; slot++) {
      if (match[slot] !== 1) continue;
      if (sum) (best[slot] as number) += score;
      else if (score > (best[slot] as number)) best[slot] = score;
    }
  }
  for (let slot = 0; slot < scores.length; slot++) (scores[slot] as number) += best[slot] as number;
}

/** By slot: 1 for records of which the filter holds. A filter on an attribute that is no facet holds of none. */
function matching(index: SearchIndex, filter: Filter): Uint8Array {
  const bits = index.scratch.bytes(0);
  if (filter.kind === 'numeric' || filter.kind === 'range') matchNumbers(index, filter, bits);
  else for (const slot of slotsWith(index, filter)) bits[slot] = 1;
  if (filter.negated) for (let slot = 0; slot < bits.length; slot++) bits[slot] = bits[slot] === 1 ? 0 : 1;
  return bits;
}

function slotsWith(index: SearchIndex, filter: Filter & { kind: 'facet' | 'tag' }): Iterable<number> {
  if (filter.kind === 'tag')
    return onlyExact(index, '_tags', filter.value, index.facetColumn('_tags').slotsOf(filter.value));
  const { attribute, value } = filter;
  // An id is a filter in every index, and the one facet whose case counts.
  if (attribute === 'objectID') {
    const slot = index.slots.get(value);
    return slot === undefined ? [] : [slot];
  }
  if (!coveredBy(attribute, [...index.facets.keys()])) return [];
  return index.facetColumn(attribute).slotsOf(value) ?? [];
}

/** Tags, unlike facet values, differ by case. */
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
