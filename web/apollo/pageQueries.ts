import type { DocumentNode, ErrorLike, OperationVariables } from '@apollo/client';
import { createContext, use } from 'react';

/** The result of a query on the server. */
export interface PageQueryResult {
  readonly data: unknown;
  readonly error?: ErrorLike | undefined;
}

/** The queries of a page that the server renders. Their data does not change, so nothing watches it. */
export interface PageQueries {
  /** Returns the result of a query; undefined if it is not loaded. */
  find(document: DocumentNode, variables: OperationVariables | undefined): PageQueryResult | undefined;
  /** Loads a query, once for all components. It never rejects. */
  load(document: DocumentNode, variables: OperationVariables | undefined): Promise<PageQueryResult>;
}

/** The queries of the page on the server; null in the browser, where Apollo Client has them. */
export const pageQueries = createContext<PageQueries | null>(null);

interface ReadOptions {
  readonly variables?: OperationVariables;
  readonly skip?: boolean;
  readonly fetchPolicy?: string;
}

/** Reads a query on the server. */
export type ReadQuery = (queries: PageQueries, document: DocumentNode, options?: ReadOptions) => unknown;

/** Returns the result of a query as `useSuspenseQuery` does. The component suspends until it is loaded. */
export const readSuspendedQuery: ReadQuery = (queries, document, { variables } = {}) => {
  const { data, error } = queries.find(document, variables) ?? use(queries.load(document, variables));
  return { data, error, dataState: data === undefined ? 'empty' : 'complete' };
};

/** Returns the result of a query as `useQuery` does, without a request: the browser sends that. */
export const readLoadedQuery: ReadQuery = (queries, document, { variables, skip, fetchPolicy } = {}) => {
  const data = skip ? undefined : queries.find(document, variables)?.data;
  const isLoaded = data !== undefined;
  return {
    data,
    dataState: isLoaded ? 'complete' : 'empty',
    loading: !(isLoaded || skip || fetchPolicy === 'cache-only'),
  };
};
