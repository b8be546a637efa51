import type {
  ApolloClient,
  DocumentNode,
  ErrorLike,
  OperationVariables,
  TypedDocumentNode,
} from '@apollo/client';
import { canonicalStringify } from '@apollo/client/utilities';
import { createContext as createReactContext, useContext } from 'react';
import { createContext as createRouterContext } from 'react-router';
import type { DataError } from './dataErrors.ts';

/** The result of a query. Both are undefined while nothing is known of it. */
export interface QueryResult<D = unknown> {
  readonly data: D | undefined;
  readonly error?: ErrorLike | undefined;
}

/** What is known of a query. It is the same object until it changes. */
export interface QueryState extends QueryResult {
  /** True while the query is requested, and before. */
  readonly loading?: boolean | undefined;
}

/** The state of a query before its first request. */
export const NOT_LOADED: QueryState = { data: undefined, loading: true };

/** A query with its variables, as components read it. Its functions need no `this`. */
export interface ObservedQuery {
  state(): QueryState;
  /** The state with the data of the server-rendered page, with which its parts hydrate, even after the data has changed. */
  serverState(): QueryState;
  /** Loads the query, once for all components. It rejects only if Apollo Client cannot be loaded. */
  load(): Promise<unknown>;
  /** Requests a query that is not loaded. Calls a listener after every change of the state. Returns the function that unsubscribes. */
  subscribe(listener: () => void): () => void;
  /** Requests the query again. */
  refetch(): Promise<unknown>;
  /** The latest load that a component has given to React's `use`, with the state that React writes to it. */
  suspensePromise?: Promise<unknown> & { readonly status?: 'pending' | 'fulfilled' | 'rejected' };
}

/** A query that is loaded for a page. */
export interface LoadResult<D> {
  /** Undefined if the request failed. */
  readonly data: D | undefined;
  readonly errors: readonly DataError[];
}

/** Loads and keeps the queries of a page: of one response on the server (`server/serverQueryClient.ts`), of a tab in the browser (`browserQueryClient.ts`). */
export interface QueryClient {
  /** Returns the same object for the same document and equal variables. */
  queryOf(document: DocumentNode, variables: OperationVariables | undefined): ObservedQuery;
  /**
   * Loads a query before the page renders. A known result is used unless it had errors or is out of date.
   * Rejects only if Apollo Client cannot be loaded, or if the signal aborts the request.
   */
  load<D, V extends OperationVariables>(
    document: TypedDocumentNode<D, V>,
    variables: V,
    signal?: AbortSignal,
  ): Promise<LoadResult<D>>;
  /** Sends a query and keeps nothing of its result. Rejects only if Apollo Client cannot be loaded. @param signal ends the request */
  send<D, V extends OperationVariables>(
    document: TypedDocumentNode<D, V>,
    variables: V,
    signal?: AbortSignal,
  ): Promise<QueryResult<D>>;
  /** Changes the data of a loaded query, for example to a longer list. */
  update<D, V extends OperationVariables>(
    document: TypedDocumentNode<D, V>,
    variables: V,
    change: (data: D) => D,
  ): Promise<void>;
  /** Returns the data of the mounted queries; on the server none. */
  mountedData(): readonly unknown[];
  /** Marks all known results as out of date: `load` requests each of them again. */
  invalidate(): void;
  /** Returns Apollo Client, after it has connected all queries of the page to its cache. Rejects on the server. */
  loadClient(): Promise<ApolloClient>;
}

/** A result that the server has loaded, as the page carries it. */
export interface SerializedResult {
  readonly data: unknown;
  /** True if the response had errors too: a loader requests the query again. */
  readonly hasErrors?: boolean;
}

/** The results of a page by `queryKey`. */
export type SerializedResults = Readonly<Record<string, SerializedResult>>;

/** Returns a string that identifies a query of the app and its variables. */
export function queryKey({ definitions }: DocumentNode, variables: OperationVariables = {}): string {
  const [name] = definitions.flatMap((node) =>
    node.kind === 'OperationDefinition' ? (node.name?.value ?? '') : [],
  );
  return queryKeyOf(name ?? '', variables);
}

/** Returns the `queryKey` of the query with a name. */
export const queryKeyOf = (name: string, variables: OperationVariables): string =>
  `${name} ${canonicalStringify(variables)}`;

/** The query client for loaders. */
export const queryClientRouterContext = createRouterContext<QueryClient>();

/** The query client for components. */
export const QueryClientContext = createReactContext<QueryClient | null>(null);

/** Returns the query client of the page. @throws Error without a provider */
export const useQueryClient = (): QueryClient => {
  const queryClient = useContext(QueryClientContext);
  if (!queryClient) throw new Error('expected a component below QueryClientContext, got none');
  return queryClient;
};
