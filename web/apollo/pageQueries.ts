import type { ApolloClient, DocumentNode, ErrorLike, OperationVariables } from '@apollo/client';
import { createContext, useContext } from 'react';

/** The result of a query. */
export interface PageQueryResult {
  readonly data: unknown;
  readonly error?: ErrorLike | undefined;
}

/** The state of a query. It is the same object until it changes. */
export interface PageQueryState extends PageQueryResult {
  /** True while the query is requested, and before. */
  readonly loading?: boolean | undefined;
}

/** A query with its variables. Its functions need no `this`. */
export interface PageQuery {
  state(): PageQueryState;
  /** Loads the query, once for all components. It rejects only if Apollo Client cannot be loaded. */
  load(): Promise<unknown>;
  /** Requests a query that is not loaded. Calls a listener after every change of the state. Returns the function that unsubscribes. */
  subscribe(listener: () => void): () => void;
  /** Requests the query again. */
  refetch(): Promise<unknown>;
}

/** The queries of the components of a page. */
export interface PageQueries {
  /** Returns the same object for the same variables. */
  queryOf(document: DocumentNode, variables: OperationVariables | undefined): PageQuery;
  /** Returns the data of the mounted queries. */
  mountedData(): readonly unknown[];
  /**
   * Returns the client of the browser tab, which is loaded when it is first needed. Queries with data of the server-rendered
   * page do not follow its cache yet. Rejects on the server.
   */
  loadClient(): Promise<ApolloClient>;
  /** Returns the same client once all mounted queries follow its cache. Rejects on the server. */
  loadWatchingClient(): Promise<ApolloClient>;
}

/** The queries of the page: of one response on the server (`server/serverClient.ts`), of the tab in the browser (`browserQueries.ts`). */
export const pageQueries = createContext<PageQueries | null>(null);

/** Returns the queries of the page. @throws Error without a provider */
export const usePageQueries = (): PageQueries => {
  const queries = useContext(pageQueries);
  if (!queries) throw new Error('expected a component below pageQueries.Provider, got none');
  return queries;
};

/** Returns the function that loads Apollo Client, for effects and event handlers whose results the page does not show. */
export const useClientLoader = (): PageQueries['loadClient'] => usePageQueries().loadClient;

/** Returns the function that loads Apollo Client, for effects and event handlers that change what the page shows. */
export const useWatchingClientLoader = (): PageQueries['loadWatchingClient'] =>
  usePageQueries().loadWatchingClient;
