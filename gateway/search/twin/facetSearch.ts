import { alternativesOf } from './alternatives.ts';
import { coveredBy } from './attributes.ts';
import { countValues, sortCounts } from './facets.ts';
import { readFilters } from './filter.ts';
import { find } from './find.ts';
import { Highlighter } from './highlight.ts';
import { MOST_FACET_HITS } from './limits.ts';
import { readQuery } from './queryWords.ts';
import { invalid } from './readers.ts';
import { badRequest } from './refusal.ts';
import { rulesOf } from './ruleEffects.ts';
import type { SearchAnswer, SearchRequest } from './search.ts';
import { SearchIndex } from './searchIndex.ts';
import type { Options } from './settings.ts';

/**
 * Answers a search among the values of a facet, counted over the records a search finds.
 * @param facetQuery matches beginnings of the values' words, typos included
 * @throws Refusal 400 for a facet that was not declared `searchable`
 */
export function searchFacet(
  request: SearchRequest,
  facet: string,
  { facetQuery = '', maxFacetHits }: { facetQuery?: unknown; maxFacetHits?: unknown },
): SearchAnswer {
  const begun = performance.now();
  const { index, keyFilters } = request;
  if (typeof facetQuery !== 'string') throw invalid('facetQuery', 'string');
  const declared = [...index.facets.values()].find(({ path }) => coveredBy(facet, [path]));
  if (!declared?.searchable)
    throw badRequest(
      `Cannot search in \`${facet}\` attribute, you need to add \`searchable(${facet})\` to attributesForFaceting.`,
    );
  const { parameters, hidden } = rulesOf(request);
  const options: Options = { ...index.options, ...parameters };
  const most = Number(maxFacetHits ?? options.maxFacetHits);
  if (!Number.isInteger(most) || most < 1 || most > MOST_FACET_HITS)
    throw invalid('maxFacetHits', `integer between 1 and ${MOST_FACET_HITS}`);
  const { slots } = find(index, parameters, options, readFilters(parameters, keyFilters), hidden);
  const counts = sortCounts(countValues(index, facet, slots), options.sortFacetValuesBy);
  const facetHits = matchingValues(counts, facetQuery, most, options);
  return {
    facetHits,
    exhaustiveFacetsCount: true,
    processingTimeMS: Math.max(1, Math.round(performance.now() - begun)),
  };
}

function matchingValues(
  counts: readonly { value: string; count: number }[],
  facetQuery: string,
  most: number,
  options: Options,
) {
  const plan = readQuery(facetQuery, {
    ...options,
    queryType: 'prefixLast',
    optionalWords: [],
    removeStopWords: false,
  });
  if (plan.words.length === 0)
    return counts.slice(0, most).map(({ value, count }) => ({ value, highlighted: value, count }));
  // The values are an index of their own: they match as records do.
  const values = new SearchIndex();
  for (const [i, { value }] of counts.entries()) values.put({ objectID: String(i), value });
  const alternatives = alternativesOf(values, plan.words, options, false);
  const matched = counts.filter((_, i) =>
    alternatives.every((readings) => readings.some(({ posting }) => posting.get(i))),
  );
  const highlighter = new Highlighter(plan.words, alternatives, options);
  return matched
    .slice(0, most)
    .map(({ value, count }) => ({ value, highlighted: highlighter.text(value).value, count }));
}
