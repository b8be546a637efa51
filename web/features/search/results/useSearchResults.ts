import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import { type SearchPageQuery, useSearchPageQuery } from '../SearchPage.generated.ts';
import type { SearchState } from '../state/searchState.ts';
import { searchVariables } from '../state/searchVariables.ts';
import { isLimitedSearch } from './isLimitedSearch.ts';
import { useRetryBackoff } from './useRetryBackoff.ts';

/** A search and its results. */
export interface LoadedSearch {
  state: SearchState;
  results: SearchPageQuery;
}

/**
 * Returns the results of a search; the previous results while it loads. Responses never arrive out of order: a late
 * response to an older search is ignored.
 */
export const useSearchResults = (state: SearchState) => {
  const { data, loading, refetch } = useSearchPageQuery({
    variables: searchVariables(state),
  });
  const current = useMemo(() => (data?.search ? { state, results: data } : null), [data, state]);
  // Set from the first render on: an update during hydration would replace the server markup by fallbacks.
  const [previous, setPrevious] = useState<LoadedSearch | null>(current);
  useEffect(() => {
    if (current) setPrevious(current);
  }, [current]);

  const isUnavailable = !loading && !data?.search;
  const retry = () => void refetch().catch(() => undefined);
  useRetryBackoff(isUnavailable || isLimitedSearch(current?.results), loading, retry);

  // Deferred, so that rendering results does not delay the next letter.
  const loadedSearch = useDeferredValue(current ?? (isUnavailable ? null : previous));

  return { loadedSearch, isLoading: loading, isUnavailable, retry };
};
