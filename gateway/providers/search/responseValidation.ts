import type { SearchResponse } from 'algoliasearch';
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
const eachOf =
  (shape: Validator): Validator =>
  (value) =>
    isObject(value) && Object.values(value).every(shape);

const EXHAUSTIVE = objectOf({ nbHits: orNull(isBoolean), facetsCount: orNull(isBoolean) });

/** What is read of an answer beside its hits: https://www.algolia.com/doc/rest-api/search/search-single-index */
const ANSWER = objectOf({
  nbHits: orNull(isCount),
  exhaustive: orNull(EXHAUSTIVE),
  exhaustiveNbHits: orNull(isBoolean),
  exhaustiveFacetsCount: orNull(isBoolean),
  facets: orNull(eachOf(eachOf(isCount))),
  facets_stats: orNull(eachOf(objectOf({ min: orNull(isNumber), max: orNull(isNumber) }))),
  queryID: orNull(isText),
  queryAfterRemoval: orNull(isText),
});

/** By the index, what a hit holds that is relied upon. */
const HITS = {
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
 * The answers to requests, as resolvers may read them and caches keep them. The provider's client passes any JSON through.
 * @param asked of each request, which index it asks
 * @throws UpstreamError UPSTREAM_REFUSED for an answer of another shape
 */
export function readAnswers(
  results: unknown,
  asked: readonly (keyof typeof HITS)[],
): readonly SearchResponse<Readonly<Record<string, unknown>>>[] {
  if (!Array.isArray(results) || results.length !== asked.length)
    throw misshapen(`expected ${asked.length} results of a search, got another number or none`);
  for (const [i, index] of asked.entries())
    if (!ANSWER(results[i]) || !listOf(HITS[index])(results[i].hits))
      throw misshapen(`expected hits of the index of ${index} with their counts, got something else`);
  return results;
}

const misshapen = (message: string): UpstreamError =>
  new UpstreamError('search', 'UPSTREAM_REFUSED', new Error(message));
