import { createRequestStore, type RequestState } from '../request/requestStore.ts';

/**
 * Requests a page of results.
 * @param variables the query, and the cursor that the page begins after; null for the first page
 * @param signal aborts the request when another one replaces it
 */
export type SearchRequest<Page> = (
  variables: { readonly query: string; readonly after: string | null },
  signal: AbortSignal,
) => Promise<Page>;

/** The results of a query. */
export interface SearchResults<Page> {
  readonly query: string;
  /** The loaded pages, at least one. */
  readonly pages: readonly Page[];
}

/** A search without timers and React. */
export interface Search<Page> {
  getState(): RequestState<SearchResults<Page>>;
  subscribe(listener: () => void): () => void;
  /** Requests the first page of a query. Earlier results stay until its response. */
  search(query: string, request: SearchRequest<Page>): Promise<void>;
  /** Requests the next page and appends it. Does nothing while a request is in flight or without a next page. */
  loadMore(request: SearchRequest<Page>): Promise<void>;
  /** Aborts the request in flight. */
  cancel(): void;
}

interface PageInfo {
  readonly hasNextPage: boolean;
  readonly endCursor?: string | null;
}

/** Returns the cursor that the next page begins after; null without a next page. */
export const nextCursor = <Page extends object>(results: SearchResults<Page> | undefined): string | null => {
  const last = results?.pages.at(-1) as { readonly pageInfo?: PageInfo | null } | undefined;
  return last?.pageInfo?.hasNextPage ? (last.pageInfo.endCursor ?? null) : null;
};

/** Creates a search without results. Only the latest request counts: those before are aborted. */
export const createSearch = <Page extends object>(): Search<Page> => {
  const store = createRequestStore<SearchResults<Page>>();
  return {
    getState: store.getState,
    subscribe: store.subscribe,
    cancel: store.cancel,
    search: (query, request) =>
      store.send(async (signal) => ({ query, pages: [await request({ query, after: null }, signal)] })),
    async loadMore(request) {
      const { data, isLoading } = store.getState();
      const after = nextCursor(data);
      if (!data || isLoading || after === null) return;
      const { query, pages } = data;
      await store.send(async (signal) => ({
        query,
        pages: [...pages, await request({ query, after }, signal)],
      }));
    },
  };
};
