'use client';

import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { createSearch, nextCursor, type SearchRequest } from './createSearch.ts';
import { debounce } from './debounce.ts';

/** The state of a search. */
export interface SearchState<Page> {
  /** The pages of the latest results: those of the query before, until there are newer ones. */
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
  const latestRef = useRef({ query, request });
  const debounced = useMemo(
    () => debounce((text: string) => void search.search(text, latestRef.current.request)),
    [search],
  );
  useEffect(() => {
    latestRef.current = { query, request };
    if (!skip) return debounced.call(query);
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
    loadMore: () => search.loadMore(latestRef.current.request),
    retry: () => search.search(latestRef.current.query, latestRef.current.request),
  };
};
