import { badRequest } from '../api/apiError.ts';
import { MAX_FACET_HITS } from '../api/limits.ts';
import { integer, invalidParameter } from '../api/parameterParsers.ts';
import { parseRequestFilters } from '../filters/applyFilters.ts';
import { isCoveredBy } from '../index/attributes.ts';
import type { IndexedRecord } from '../index/postings.ts';
import { SearchIndex } from '../index/searchIndex.ts';
import type { SearchOptions } from '../index/settings.ts';
import { findAlternatives } from './alternatives.ts';
import { countValues, sortCounts } from './facets.ts';
import { findRecords } from './findRecords.ts';
import { Highlighter } from './highlighter.ts';
import { parseQuery } from './queryParser.ts';
import { applyRules } from './ruleEffects.ts';
import type { SearchRequest, SearchResponse } from './search.ts';

/**
 * Searches the values of a facet, counted over the matching records.
 * @param facetQuery matches prefixes of the values' words, typos included
 * @throws ApiError 400 for a facet that is not declared `searchable`
 */
export function searchFacetValues(
  request: SearchRequest,
  facet: string,
  { facetQuery = '', maxFacetHits }: { facetQuery?: unknown; maxFacetHits?: unknown },
): SearchResponse {
  const startedAt = performance.now();
  const { index, keyFilters } = request;
  if (typeof facetQuery !== 'string') throw invalidParameter('facetQuery', 'string');
  const declared = [...index.facets.values()].find(({ path }) => isCoveredBy(facet, [path]));
  if (!declared?.searchable)
    throw badRequest(
      `Cannot search in \`${facet}\` attribute, you need to add \`searchable(${facet})\` to attributesForFaceting.`,
    );
  const { parameters, hidden } = applyRules(request);
  const options: SearchOptions = { ...index.options, ...parameters };
  const maxHits = integer(1, MAX_FACET_HITS)(maxFacetHits ?? options.maxFacetHits, 'maxFacetHits');
  const { hits } = findRecords(
    index,
    parameters,
    options,
    parseRequestFilters(parameters, keyFilters),
    hidden,
  );
  const counts = sortCounts(
    countValues(
      index,
      facet,
      hits.map(({ record }) => record),
    ),
    options.sortFacetValuesBy,
  );
  const facetHits = matchingValues(counts, facetQuery, maxHits, options);
  return {
    facetHits,
    exhaustiveFacetsCount: true,
    processingTimeMS: Math.max(1, Math.round(performance.now() - startedAt)),
  };
}

function matchingValues(
  counts: readonly { value: string; count: number }[],
  facetQuery: string,
  maxHits: number,
  options: SearchOptions,
) {
  const plan = parseQuery(facetQuery, {
    ...options,
    queryType: 'prefixLast',
    optionalWords: [],
    removeStopWords: false,
  });
  if (plan.words.length === 0)
    return counts.slice(0, maxHits).map(({ value, count }) => ({ value, highlighted: value, count }));
  // The values form a temporary index, so they match like records.
  const values = new SearchIndex();
  for (const [i, { value }] of counts.entries()) values.put({ objectID: String(i), value });
  const alternatives = findAlternatives(values, plan.words, options, false);
  const matched = counts.filter((_, i) => {
    const record = values.records.get(String(i)) as IndexedRecord;
    return alternatives.every((ofWord) => ofWord.some(({ posting }) => posting.has(record)));
  });
  const highlighter = new Highlighter(plan.words, alternatives, options);
  return matched
    .slice(0, maxHits)
    .map(({ value, count }) => ({ value, highlighted: highlighter.text(value).value, count }));
}
