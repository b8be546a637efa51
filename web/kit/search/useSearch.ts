'use client';

import { useEffect, useState, useSyncExternalStore } from 'react';
import { createSearch, nextCursor, type SearchRequest } from './createSearch.ts';
import { debounce } from './debounce.ts';

/** The state of a search. */
export interface SearchState<Page> {
  /** The pages of the latest results: the results of the query before, until there are newer results. */
  readonly pages: readonly Page[];
  /** The query that the results belong to; undefined before the first response. */
  readonly loadedQuery: string | undefined;
  readonly isLoading: boolean;
  /** The error of the latest request. The results before stay. */
  readonly error: unknown;
  readonly hasMore: boolean;
  /** Appends the next page. */
  loadMore(): Promise<void>;
  /** Sends the latest search again. */
  retry(): Promise<void>;
}

interface SearchOptions {
  /** Sends nothing, for example for an empty field. Default: false. */
  readonly skip?: boolean;
}

/**
 * Searches while the reader types: debounces the query, aborts outdated requests, and keeps earlier results meanwhile.
 * @param query the text of the field
 * @param request a stable function that returns the `search` of the API; another one, with another filter, searches again
 */
export const useSearch = <Page extends object>(
  query: string,
  request: SearchRequest<Page>,
  { skip = false }: SearchOptions = {},
): SearchState<Page> => {
  const [search] = useState(() => createSearch<Page>());
  const { data, error, isLoading } = useSyncExternalStore(search.subscribe, search.getState, search.getState);
  const [debounced] = useState(() => debounce((send: () => unknown) => void send()));
  useEffect(() => {
    if (!skip) return debounced.call(() => search.search(query, request));
    debounced.cancel();
    search.cancel();
  }, [search, debounced, query, request, skip]);
  useEffect(
    () => () => {
      debounced.cancel();
      search.cancel();
    },
    [search, debounced],
  );
  return {
    pages: data?.pages ?? [],
    loadedQuery: data?.query,
    isLoading,
    error,
    hasMore: nextCursor(data) !== null,
    loadMore: () => search.loadMore(request),
    retry: () => search.search(query, request),
  };
};
