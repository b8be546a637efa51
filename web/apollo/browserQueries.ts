import type {
  ApolloClient,
  DocumentNode,
  NormalizedCacheObject,
  ObservableQuery,
  OperationVariables,
} from '@apollo/client';
import { canonicalStringify } from '@apollo/client/utilities';
import { yieldToMain } from '../components/timing/yieldToMain.ts';
import { queryKey } from './operations.ts';
import type { PageQueries, PageQuery, PageQueryResult, PageQueryState } from './pageQueries.ts';
import { readNormalized } from './readNormalized.ts';

const NOT_LOADED: PageQueryState = { data: undefined, loading: true };

interface BrowserQueriesOptions {
  /** The data of the server-rendered page, which is rendered before Apollo Client is loaded. */
  readonly normalized: NormalizedCacheObject;
  /** Loads Apollo Client with this data in its cache. Rejects if it cannot be loaded. */
  importClient(): Promise<ApolloClient>;
}

/** A query that components read, and that Apollo Client watches as soon as it is loaded. */
interface BrowserQuery extends PageQuery {
  watch(client: ApolloClient): void;
}

/**
 * Creates the queries of a browser tab. The page hydrates with the data of the server: Apollo Client, a quarter of the
 * code, is loaded afterwards.
 */
export function createBrowserQueries({ normalized, importClient }: BrowserQueriesOptions): PageQueries {
  const queries = new Map<string, BrowserQuery>();
  let client: ApolloClient | undefined;
  let loadingClient: Promise<ApolloClient> | undefined;

  const watchQueries = async (loaded: ApolloClient): Promise<ApolloClient> => {
    client = loaded;
    for (const query of queries.values()) {
      // Each reads its data from the cache, which takes a slow phone some time.
      await yieldToMain();
      query.watch(loaded);
    }
    return loaded;
  };
  const loadClient = (): Promise<ApolloClient> => {
    loadingClient ??= importClient()
      .then(watchQueries)
      .catch((error: unknown) => {
        loadingClient = undefined;
        throw error;
      });
    return loadingClient;
  };

  const createQuery = (
    key: string,
    document: DocumentNode,
    variables: OperationVariables | undefined,
  ): BrowserQuery => {
    const listeners = new Set<() => void>();
    const rendered = client ? undefined : readNormalized(normalized, document, variables);
    /** The result that is shown until Apollo Client has another one. */
    let shown: PageQueryResult | undefined = rendered && { data: rendered };
    let observable: ObservableQuery | undefined;
    let subscription: { unsubscribe(): void } | undefined;
    let loading: Promise<unknown> | undefined;

    const options = { query: document, variables: variables ?? {} };
    const observe = (by: ApolloClient): ObservableQuery => {
      observable ??= by.watchQuery(options);
      return observable;
    };
    const show = (result: PageQueryResult | undefined): void => {
      shown = result;
      for (const listener of listeners) listener();
    };
    const state = (): PageQueryState =>
      shown ?? (client ? (observe(client).getCurrentResult() as PageQueryState) : NOT_LOADED);
    const handleResult = (result: PageQueryState): void => {
      const isShown = () => canonicalStringify(result.data) === canonicalStringify(shown?.data);
      if (shown && !result.error && (result.data === undefined || (!result.loading && isShown()))) return;
      show(undefined);
    };
    const query: BrowserQuery = {
      state,
      watch(by) {
        if (listeners.size === 0 || subscription) return;
        // A failed request is not repeated, but data of a later one is shown.
        if (shown && shown.data === undefined)
          observable = by.watchQuery({ ...options, fetchPolicy: 'cache-only' });
        subscription = observe(by).subscribe((result) => handleResult(result as PageQueryState));
      },
      load() {
        loading ??= loadClient()
          .then((loaded) => loaded.query(options))
          .then(({ data, error }) => {
            if (state().data === undefined) shown = { data, error };
          })
          .finally(() => {
            loading = undefined;
          });
        return loading;
      },
      subscribe(listener) {
        queries.set(key, query);
        listeners.add(listener);
        if (client) query.watch(client);
        else if (!shown) loadClient().catch((error: Error) => show({ data: undefined, error }));
        return () => {
          listeners.delete(listener);
          if (listeners.size > 0 || !client) return;
          subscription?.unsubscribe();
          subscription = undefined;
          shown = undefined;
          queries.delete(key);
        };
      },
      refetch: () => loadClient().then((loaded) => observe(loaded).refetch()),
    };
    return query;
  };

  return {
    loadClient,
    queryOf(document, variables) {
      const key = queryKey(document, variables);
      const query = queries.get(key) ?? createQuery(key, document, variables);
      queries.set(key, query);
      return query;
    },
  };
}
