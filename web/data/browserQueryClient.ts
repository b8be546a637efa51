import type { ApolloClient, DocumentNode, OperationVariables, TypedDocumentNode } from '@apollo/client';
import { yieldToMain } from '../lib/timing/yieldToMain.ts';
import { BrowserQuery } from './browserQuery.ts';
import { dataErrorsOf } from './dataErrors.ts';
import { type QueryClient, type QueryResult, queryKey, type SerializedResults } from './queryClient.ts';

/** Longer delays of an overloaded gateway are shown as an error instead of waited for. */
const MAX_RETRY_DELAY_SECONDS = 4;

interface BrowserQueryClientOptions {
  /** The results of the server-rendered page. */
  readonly results: SerializedResults;
  /** Loads Apollo Client. Rejects if it cannot be loaded. */
  importClient(): Promise<ApolloClient>;
}

/**
 * Creates the query client of a browser tab. The page hydrates with the results of the server. Apollo Client is loaded when it is
 * first needed, because it is as large as the router and the app together (docs/decisions/0081, 0151). `BrowserQuery` says when
 * a query reads its cache.
 */
export function createBrowserQueryClient({ results, importClient }: BrowserQueryClientOptions): QueryClient {
  const queries = new Map<string, BrowserQuery>();
  /** Results of the server whose query no component has read yet. */
  const unreadResults = new Map(Object.entries(results));
  /** Queries whose responses had errors: the cache holds their nulls as if they were data. */
  const keysWithErrors = new Set(
    [...unreadResults].flatMap(([key, { hasErrors }]) => (hasErrors ? key : [])),
  );
  /** The number of `invalidate` calls. */
  let changeCount = 0;
  /** The number of these calls before the last request of each query: a query with a smaller one is out of date. */
  const changeCountAtRequest = new Map<string, number>();
  let client: ApolloClient | undefined;
  let importing: Promise<ApolloClient> | undefined;
  let connecting: Promise<void> | undefined;

  const importOnce = (): Promise<ApolloClient> => {
    importing ??= importClient().then(
      (imported) => {
        client = imported;
        for (const query of queries.values()) query.handleClient(imported);
        return imported;
      },
      (error: unknown) => {
        importing = undefined;
        throw error;
      },
    );
    return importing;
  };
  const connectAll = async (imported: ApolloClient): Promise<void> => {
    for (const query of queries.values()) {
      // Writing and reading a query takes a slow phone some time.
      await yieldToMain();
      query.connect(imported);
    }
  };

  const queryOf = (document: DocumentNode, variables: OperationVariables | undefined): BrowserQuery => {
    const key = queryKey(document, variables);
    const known = queries.get(key);
    if (known) return known;
    const registry = {
      client: () => client,
      areAllConnected: () => connecting !== undefined,
      importClient: importOnce,
      register: (used: BrowserQuery) => void queries.set(key, used),
      unregister(serverData: unknown) {
        queries.delete(key);
        if (serverData !== undefined) unreadResults.set(key, { data: serverData });
      },
    };
    const query = new BrowserQuery(registry, document, variables, unreadResults.get(key)?.data);
    unreadResults.delete(key);
    queries.set(key, query);
    return query;
  };
  /** Returns Apollo Client with the result of the server in its cache, if there is one. */
  const clientWith = async (document: DocumentNode, variables: OperationVariables): Promise<ApolloClient> => {
    const imported = await importOnce();
    const key = queryKey(document, variables);
    if (unreadResults.has(key) || queries.has(key)) queryOf(document, variables).connect(imported);
    return imported;
  };

  /** Returns the result in the cache. Requests it if there is none, if it is out of date, or if it had errors. */
  const request = async (
    query: DocumentNode,
    variables: OperationVariables,
    signal: AbortSignal | undefined,
  ): Promise<QueryResult> => {
    const loaded = await clientWith(query, variables);
    const key = queryKey(query, variables);
    // A change during the request may be missing from its result.
    const countBefore = changeCount;
    const isStale = (changeCountAtRequest.get(key) ?? 0) < countBefore;
    const queryWithPolicy = async (fetchPolicy: 'network-only' | 'cache-first'): Promise<QueryResult> => {
      const context = {
        fresh: fetchPolicy === 'network-only',
        ...abortableContext(signal),
      };
      const result = await loaded.query({ query, variables, fetchPolicy, context });
      signal?.throwIfAborted();
      return result;
    };
    let result = await queryWithPolicy(isStale || keysWithErrors.has(key) ? 'network-only' : 'cache-first');
    // If the request fails, the page keeps the result that is out of date.
    if (isStale && result.data === undefined) result = await queryWithPolicy('cache-first');
    else changeCountAtRequest.set(key, countBefore);
    // If the gateway is overloaded, the request is sent once more after the delay that it asks for.
    const delaySeconds = result.data === undefined && dataErrorsOf(result.error)[0]?.retryAfterSeconds;
    if (!delaySeconds || delaySeconds > MAX_RETRY_DELAY_SECONDS) return result;
    await new Promise((resolve) => setTimeout(resolve, 1000 * delaySeconds));
    return queryWithPolicy('network-only');
  };

  return {
    queryOf,
    async loadClient() {
      const imported = await importOnce();
      connecting ??= connectAll(imported);
      await connecting;
      return imported;
    },
    async load<D, V extends OperationVariables>(
      document: TypedDocumentNode<D, V>,
      variables: V,
      signal?: AbortSignal,
    ) {
      const key = queryKey(document, variables);
      const { data, error } = await request(document, variables, signal);
      const errors = dataErrorsOf(error);
      if (errors.length > 0) keysWithErrors.add(key);
      else keysWithErrors.delete(key);
      return { data: data as D | undefined, errors };
    },
    async send<D, V extends OperationVariables>(query: DocumentNode, variables: V, signal?: AbortSignal) {
      const loaded = await importOnce();
      const { data, error } = await loaded.query({
        query,
        variables,
        fetchPolicy: 'no-cache',
        context: abortableContext(signal),
      });
      return { data: data as D | undefined, error };
    },
    async update<D>(query: DocumentNode, variables: OperationVariables, change: (data: D) => D) {
      const { cache } = await clientWith(query, variables);
      cache.updateQuery({ query, variables }, (known) => (known ? change(known as D) : undefined));
    },
    mountedData: () =>
      [...queries.values()].filter(({ isMounted }) => isMounted).map((query) => query.state().data),
    invalidate() {
      changeCount += 1;
      unreadResults.clear();
    },
  };
}

/** Returns the context of a request that the signal ends. Apollo Client would share the request with other queries, and end these too. */
const abortableContext = (signal: AbortSignal | undefined) =>
  signal && { fetchOptions: { signal }, queryDeduplication: false };
