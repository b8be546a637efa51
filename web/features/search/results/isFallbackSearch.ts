import type { SearchPageQuery } from '../SearchPage.generated.ts';

/**
 * Returns true if the gateway searched without its search provider, by exact word prefixes. Such results have no topic
 * facet.
 */
export const isFallbackSearch = (results: SearchPageQuery | undefined): boolean =>
  results?.search != null && !results.search.facets.some(({ key }) => key === 'TOPICS');
