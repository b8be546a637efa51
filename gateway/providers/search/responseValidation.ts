import type { SearchResponse } from 'algoliasearch';
import { describeType } from '../../core/describeValue.ts';
import { UpstreamError } from '../../core/errors.ts';
import {
  isCount,
  isObject,
  isText,
  listOf,
  objectOf,
  orNull,
  type Validator,
} from '../../core/validators.ts';

const isNumber: Validator = Number.isFinite;
const isBoolean: Validator = (value) => typeof value === 'boolean';
const recordOf =
  (isValid: Validator): Validator =>
  (value) =>
    isObject(value) && Object.values(value).every(isValid);

const isExhaustive = objectOf({ nbHits: orNull(isBoolean), facetsCount: orNull(isBoolean) });

/** Validates a result without its hits: https://www.algolia.com/doc/rest-api/search/search-single-index */
const isResult = objectOf({
  nbHits: orNull(isCount),
  exhaustive: orNull(isExhaustive),
  exhaustiveNbHits: orNull(isBoolean),
  exhaustiveFacetsCount: orNull(isBoolean),
  facets: orNull(recordOf(recordOf(isCount))),
  facets_stats: orNull(recordOf(objectOf({ min: orNull(isNumber), max: orNull(isNumber) }))),
  queryID: orNull(isText),
  queryAfterRemoval: orNull(isText),
});

/** Validators of hits by index. */
const HIT_VALIDATORS = {
  documents: objectOf({ objectID: isText }),
  suggestions: objectOf({ objectID: isText, query: isText }),
  moments: objectOf({
    objectID: isText,
    document: isText,
    _type: isText,
    asset: isText,
    language: isText,
    start: isNumber,
    end: isNumber,
    text: isText,
    _rankingInfo: orNull(objectOf({ nbTypos: orNull(isNumber) })),
  }),
} satisfies Record<string, Validator>;

/**
 * Validates results before they are cached and resolved: the SDK returns any JSON.
 * @param indexes the index of each request
 * @throws UpstreamError UPSTREAM_REJECTED for malformed results
 */
export function readResults(
  results: unknown,
  indexes: readonly (keyof typeof HIT_VALIDATORS)[],
): readonly SearchResponse<Readonly<Record<string, unknown>>>[] {
  if (!Array.isArray(results) || results.length !== indexes.length)
    throw malformedResponse(
      `expected ${indexes.length} search results, got ${Array.isArray(results) ? results.length : describeType(results)}`,
    );
  for (const [i, index] of indexes.entries())
    if (!isResult(results[i]) || !listOf(HIT_VALIDATORS[index])(results[i].hits))
      throw malformedResponse(
        `expected hits of the ${index} index with their counts, got a different structure`,
      );
  return results;
}

const malformedResponse = (message: string): UpstreamError =>
  new UpstreamError('search', 'UPSTREAM_REJECTED', new Error(message));
