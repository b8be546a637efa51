import { SITE_LANGUAGE } from '../../../lib/publication.ts';
import {
  isEmptySearch,
  type SearchState,
  searchableQuery,
  toSearchFilter,
  toSearchTypes,
} from './searchState.ts';

/** The number of hits if all result types are shown. */
const MIXED_PAGE_SIZE = 30;
/** The number of hits or moments if one result type is shown. */
export const PAGE_SIZE = 24;
/** The number of moments if all result types are shown. */
const MOMENT_PREVIEW_SIZE = 12;

/**
 * Returns the variables of the `SearchPage` query. Moments are requested only if the query has a letter or digit. The filter
 * applies to them by the topics and years of their films.
 */
export const searchVariables = (state: SearchState) => {
  const { resultType } = state;
  const query = searchableQuery(state);
  const includeHits = resultType !== 'MOMENT' && !isEmptySearch(state);
  return {
    query,
    types: toSearchTypes(state),
    filter: toSearchFilter(state),
    first: includeHits ? (resultType ? PAGE_SIZE : MIXED_PAGE_SIZE) : 1,
    includeHits,
    includeMoments: query !== '',
    prefer: SITE_LANGUAGE,
    momentsFirst: resultType === 'MOMENT' ? PAGE_SIZE : resultType ? 1 : MOMENT_PREVIEW_SIZE,
  };
};
