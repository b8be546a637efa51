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
import { documentOfRecord } from './records/documentId.ts';

const isNumber: Validator = Number.isFinite;
const isBoolean: Validator = (value) => typeof value === 'boolean';
const recordOf =
  (isValid: Validator): Validator =>
  (value) =>
    isObject(value) && Object.values(value).every(isValid);
/** The maximum of `maxValuesPerFacet`: https://www.algolia.com/doc/api-reference/api-parameters/maxValuesPerFacet */
const MAX_VALUES_PER_FACET = 1000;
const isFacet: Validator = (value) =>
  recordOf(isCount)(value) && Object.keys(value as object).length <= MAX_VALUES_PER_FACET;

const isExhaustive = objectOf({ nbHits: orNull(isBoolean), facetsCount: orNull(isBoolean) });

/** Validates a result without its hits: https://www.algolia.com/doc/rest-api/search/search-single-index */
const isResult = objectOf({
  nbHits: orNull(isCount),
  exhaustive: orNull(isExhaustive),
  exhaustiveNbHits: orNull(isBoolean),
  exhaustiveFacetsCount: orNull(isBoolean),
  facets: orNull(recordOf(isFacet)),
  facets_stats: orNull(recordOf(objectOf({ min: orNull(isNumber), max: orNull(isNumber) }))),
  queryID: orNull(isText),
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

/** The part of a request that its result has to match. */
export interface ExpectedResult {
  readonly index: keyof typeof HIT_VALIDATORS;
  readonly maxHits: number;
}

/**
 * Validates results before they are cached and resolved: the SDK returns any JSON. Hits beyond the requested number are
 * dropped, because each of them would be read from the content service.
 * @param expected the index and the number of hits of each request
 * @throws UpstreamError UPSTREAM_REJECTED for malformed results
 */
export function readResults(
  results: unknown,
  expected: readonly ExpectedResult[],
): readonly SearchResponse<Readonly<Record<string, unknown>>>[] {
  if (!Array.isArray(results) || results.length !== expected.length)
    throw malformedResponse(
      `expected ${expected.length} search results, got ${Array.isArray(results) ? results.length : describeType(results)}`,
    );
  return expected.map(({ index, maxHits }, i) => {
    const result = results[i];
    if (!isResult(result) || !listOf(HIT_VALIDATORS[index])(result.hits))
      throw malformedResponse(
        `expected hits of the ${index} index with their counts, got a different structure`,
      );
    const hits = result.hits.slice(0, maxHits);
    return { ...result, hits: index === 'documents' ? hits.map(toDocument) : hits };
  });
}

/** Returns a hit with the id of the document of its record. */
const toDocument = <Hit extends { readonly objectID: string }>(hit: Hit): Hit => ({
  ...hit,
  objectID: documentOfRecord(hit.objectID),
});

const malformedResponse = (message: string): UpstreamError =>
  new UpstreamError('search', 'UPSTREAM_REJECTED', new Error(message));
