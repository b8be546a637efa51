import type { ApolloClient, NormalizedCacheObject } from '@apollo/client';
import { yieldToMain } from '../components/timing/yieldToMain.ts';
import { BrowserQuery } from './browserQuery.ts';
import { queryKey } from './operations.ts';
import type { PageQueries } from './pageQueries.ts';
import { readNormalized } from './readNormalized.ts';

interface BrowserQueriesOptions {
  /** The data of the server-rendered page, which is rendered before Apollo Client is loaded. */
  readonly normalized: NormalizedCacheObject;
  /** Keys of the queries of the page whose responses had errors. */
  readonly queriesWithErrors: readonly string[];
  /** Loads Apollo Client with this data in its cache. Rejects if it cannot be loaded. */
  importClient(): Promise<ApolloClient>;
}

/**
 * Creates the queries of a browser tab. The page hydrates with the data of the server, and Apollo Client is loaded
 * afterwards, because it is as large as the router and the app together. The queries of the server-rendered page follow its
 * cache only once something may change their data, because reading the cache takes longer than hydration.
 */
export function createBrowserQueries({
  normalized,
  queriesWithErrors,
  importClient,
}: BrowserQueriesOptions): PageQueries {
  const queries = new Map<string, BrowserQuery>();
  let client: ApolloClient | undefined;
  let loadingClient: Promise<ApolloClient> | undefined;
  let watching: Promise<void> | undefined;

  const watchQueries = async (loaded: ApolloClient): Promise<void> => {
    for (const query of queries.values()) {
      if (!query.shouldWatch) continue;
      // Both take a slow phone some time: one transforms the document, the other reads its data from the cache.
      await yieldToMain();
      query.observe(loaded);
      await yieldToMain();
      query.watch(loaded);
    }
  };
  const createClient = async (): Promise<ApolloClient> => {
    client = await importClient();
    await watchQueries(client);
    return client;
  };
  const loadClient = (): Promise<ApolloClient> => {
    loadingClient ??= createClient().catch((error: unknown) => {
      loadingClient = undefined;
      throw error;
    });
    return loadingClient;
  };

  const loadWatchingClient = async (): Promise<ApolloClient> => {
    const loaded = await loadClient();
    watching ??= Promise.resolve().then(() => watchQueries(loaded));
    await watching;
    return loaded;
  };

  return {
    loadClient,
    loadWatchingClient,
    mountedData: () =>
      [...queries.values()].filter(({ isMounted }) => isMounted).map((query) => query.state().data),
    queryOf(document, variables) {
      const key = queryKey(document, variables);
      const known = queries.get(key);
      if (known) return known;
      const tab = {
        client: () => client,
        isWatching: () => watching !== undefined || queriesWithErrors.includes(key),
        loadClient,
        loadWatchingClient,
        onUse(used: BrowserQuery, isUsed: boolean) {
          if (isUsed) queries.set(key, used);
          else queries.delete(key);
        },
      };
      const rendered = client ? undefined : readNormalized(normalized, document, variables);
      const query = new BrowserQuery(tab, document, variables, rendered);
      queries.set(key, query);
      return query;
    },
  };
}
