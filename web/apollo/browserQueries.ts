import type { ApolloClient, DocumentNode, OperationVariables, TypedDocumentNode } from '@apollo/client';
import { yieldToMain } from '../components/timing/yieldToMain.ts';
import { BrowserQuery } from './browserQuery.ts';
import { dataErrorsOf } from './dataErrors.ts';
import { type PageResults, type Queries, type QueryResult, queryKey } from './queries.ts';

/** Longer delays of an overloaded gateway are shown as an error instead of waited for. */
const MAX_RETRY_DELAY_SECONDS = 4;

interface BrowserQueriesOptions {
  /** The results of the server-rendered page. */
  readonly results: PageResults;
  /** Loads Apollo Client. Rejects if it cannot be loaded. */
  importClient(): Promise<ApolloClient>;
}

/**
 * Creates the queries of a browser tab. The page hydrates with the results of the server. Apollo Client is loaded when it is
 * first needed, because it is as large as the router and the app together; from then on, queries follow its cache.
 */
export function createBrowserQueries({ results, importClient }: BrowserQueriesOptions): Queries {
  const queries = new Map<string, BrowserQuery>();
  /** Results of the server whose query no component has read yet. */
  const unread = new Map(Object.entries(results));
  /** Queries whose responses had errors: the cache holds their nulls as if they were data. */
  const withErrors = new Set([...unread].flatMap(([key, { hasErrors }]) => (hasErrors ? key : [])));
  /** The number of `invalidate` calls, and of those before the last request of each query. */
  let changeCount = 0;
  const requestedAt = new Map<string, number>();
  let client: ApolloClient | undefined;
  let loadingClient: Promise<ApolloClient> | undefined;

  const createClient = async (): Promise<ApolloClient> => {
    client = await importClient();
    for (const query of queries.values()) {
      // Writing and reading a query takes a slow phone some time.
      await yieldToMain();
      query.connect(client);
    }
    return client;
  };
  const loadClient = (): Promise<ApolloClient> => {
    loadingClient ??= createClient().catch((error: unknown) => {
      loadingClient = undefined;
      throw error;
    });
    return loadingClient;
  };

  const queryOf = (document: DocumentNode, variables: OperationVariables | undefined): BrowserQuery => {
    const key = queryKey(document, variables);
    const known = queries.get(key);
    if (known) return known;
    const tab = {
      client: () => client,
      loadClient,
      onUse(used: BrowserQuery, isUsed: boolean) {
        if (isUsed) queries.set(key, used);
        else queries.delete(key);
      },
    };
    const query = new BrowserQuery(tab, document, variables, unread.get(key)?.data);
    unread.delete(key);
    queries.set(key, query);
    if (client) query.connect(client);
    return query;
  };

  /** Requests a query as often as `load` has to. */
  const request = async (query: DocumentNode, variables: OperationVariables): Promise<QueryResult> => {
    const loaded = await loadClient();
    const key = queryKey(query, variables);
    const isStale = (requestedAt.get(key) ?? 0) < changeCount;
    const ask = (fetchPolicy: 'network-only' | 'cache-first'): Promise<QueryResult> =>
      loaded.query({ query, variables, fetchPolicy, context: { fresh: fetchPolicy === 'network-only' } });
    let result = await ask(isStale || withErrors.has(key) ? 'network-only' : 'cache-first');
    if (isStale && result.data === undefined) result = await ask('cache-first');
    else requestedAt.set(key, changeCount);
    // If the gateway is overloaded, the request is sent once more after the delay that it asks for.
    const delaySeconds = result.data === undefined && dataErrorsOf(result.error)[0]?.retryAfterSeconds;
    if (!delaySeconds || delaySeconds > MAX_RETRY_DELAY_SECONDS) return result;
    await new Promise((resolve) => setTimeout(resolve, 1000 * delaySeconds));
    return ask('network-only');
  };

  return {
    queryOf,
    loadClient,
    async load<D, V extends OperationVariables>(document: TypedDocumentNode<D, V>, variables: V) {
      const key = queryKey(document, variables);
      // Now Apollo Client knows its result.
      if (unread.has(key)) queryOf(document, variables);
      const { data, error } = await request(document, variables);
      const errors = dataErrorsOf(error);
      if (errors.length > 0) withErrors.add(key);
      else withErrors.delete(key);
      return { data: data as D | undefined, errors };
    },
    async send<D, V extends OperationVariables>(query: DocumentNode, variables: V) {
      const loaded = await loadClient();
      const { data, error } = await loaded.query({ query, variables, fetchPolicy: 'no-cache' });
      return { data: data as D | undefined, error };
    },
    async update<D>(query: DocumentNode, variables: OperationVariables, change: (data: D) => D) {
      const { cache } = await loadClient();
      cache.updateQuery({ query, variables }, (known) => (known ? change(known as D) : undefined));
    },
    mountedData: () =>
      [...queries.values()].filter(({ isMounted }) => isMounted).map((query) => query.state().data),
    invalidate() {
      changeCount += 1;
      unread.clear();
    },
  };
}
