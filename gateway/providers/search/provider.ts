import type { SearchConfig } from '../../config/config.ts';
import type { TaggedCache } from '../../services/cache/taggedCache.ts';
import type { ResiliencePolicy } from '../../services/upstream/resiliencePolicy.ts';
import type { ObserveCalls } from '../../services/upstream/upstreamCall.ts';
import type { UpstreamRecorder } from '../../services/upstream/upstreamRecorder.ts';
import { createCachedSearchClient } from './cachedClient.ts';
import { createSearchClient, type IndexNames, isolateRequests, type SearchClient } from './client.ts';
import { createSearchLoader, type SearchLoader, type SearchLoaderOptions } from './loader.ts';

/** Access to the search service: one per process. */
export interface SearchProvider {
  /** Searches without the cache. */
  readonly client: SearchClient;
  /**
   * Creates the loader of one operation; its requests go through the cache.
   * @param recorder records the requests of the operation, which then bypass the cache
   */
  loader(operation: Omit<SearchLoaderOptions, 'client'>, recorder?: UpstreamRecorder): SearchLoader;
}

export interface SearchProviderOptions {
  readonly config: SearchConfig;
  /** The indexes of the model. */
  readonly indexes: IndexNames;
  readonly cache: TaggedCache;
  /** Time for which a result is fresh; 0 disables the cache. */
  readonly ttlSeconds: number;
  readonly observe?: ObserveCalls | undefined;
  readonly policy?: ResiliencePolicy | undefined;
}

/** Creates the search provider of a process. */
export function createSearchProvider(options: SearchProviderOptions): SearchProvider {
  const { config, indexes, cache, ttlSeconds, observe, policy } = options;
  const client = createSearchClient(config, indexes, observe, policy);
  const cachedClient = createCachedSearchClient(isolateRequests(client), cache, {
    ttlSeconds,
    account: [config.appId],
  });
  return {
    client,
    loader: (operation, recorder) =>
      createSearchLoader({
        ...operation,
        client: recorder ? isolateRequests(createRecordedClient(client, recorder)) : cachedClient,
      }),
  };
}

/** Creates a client that records each request with its queries, and reads nothing from the cache. */
const createRecordedClient = (client: SearchClient, recorder: UpstreamRecorder): SearchClient => ({
  indexes: client.indexes,
  search: (requests, signal) =>
    recorder.record({ provider: 'search', description: JSON.stringify(requests) }, () =>
      client.search(requests, signal),
    ),
});
