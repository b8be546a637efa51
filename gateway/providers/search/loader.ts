import { type CachePolicy, createCachePolicy, recordResult } from '../../core/cachePolicy.ts';
import { indexTag } from '../../core/cacheTags.ts';
import type { Caller, ContentPort, Context, MediaPort } from '../../core/context.ts';
import { createTracedLoader } from '../../services/telemetry/tracedLoader.ts';
import { runForCaller } from '../../services/upstream/caller.ts';
import {
  type IndexNames,
  isMissingIndex,
  MAX_REQUESTS_PER_CALL,
  type SearchClient,
  type SearchRequest,
  type SearchResult,
} from './client.ts';

/** Access to the search service within one operation. */
export interface SearchLoader {
  readonly indexes: IndexNames;
  /**
   * Loads the result of a request. The requests of a tick are sent as one; equal requests are sent once.
   * @throws UpstreamError, CallLimitError; a missing index fails only the requests of that index
   */
  load(request: SearchRequest): Promise<SearchResult>;
}

/** The context of the search resolvers. */
export type SearchContext = Context<ContentPort, MediaPort, SearchLoader>;

export interface SearchLoaderOptions {
  client: SearchClient;
  /** Aborts with the operation. */
  signal: AbortSignal;
  /** The operation's cache tags. */
  tags: Set<string>;
  cachePolicy?: CachePolicy;
  /** The caller that the requests count for. */
  caller?: Caller;
}

/** Creates the loader of one operation. */
export function createSearchLoader({
  client,
  signal,
  tags,
  cachePolicy = createCachePolicy(),
  caller,
}: SearchLoaderOptions): SearchLoader {
  const recordingClient: SearchClient = {
    ...client,
    search: (requests, signal) =>
      runForCaller(caller, () =>
        client.search(requests, signal, (state) => recordResult(cachePolicy, 'search', state)),
      ),
  };
  const loader = createTracedLoader<SearchRequest, SearchResult, string>(
    (requests) => searchBatch(recordingClient, requests, signal),
    { maxBatchSize: MAX_REQUESTS_PER_CALL, cacheKeyFn: (request) => JSON.stringify(request) },
  );
  return {
    indexes: client.indexes,
    load(request) {
      tags.add(indexTag(request.indexName));
      return loader.load(request);
    },
  };
}

async function searchBatch(
  client: SearchClient,
  requests: readonly SearchRequest[],
  signal: AbortSignal,
): Promise<readonly (SearchResult | Error)[]> {
  try {
    return await client.search(requests, signal);
  } catch (error) {
    const indexes = [...new Set(requests.map((request) => request.indexName))];
    if (indexes.length === 1 || !isMissingIndex(error)) return requests.map(() => error as Error);
    return searchByIndex(client, indexes, requests, signal);
  }
}

/** Sends one batch per index: Algolia rejects the whole batch if one index is missing. */
async function searchByIndex(
  client: SearchClient,
  indexes: readonly string[],
  requests: readonly SearchRequest[],
  signal: AbortSignal,
): Promise<readonly (SearchResult | Error)[]> {
  const resultOf = new Map<SearchRequest, SearchResult | Error>();
  await Promise.all(
    indexes.map(async (index) => {
      const ofIndex = requests.filter((request) => request.indexName === index);
      const results = await searchBatch(client, ofIndex, signal);
      ofIndex.forEach((request, i) => {
        resultOf.set(request, results[i] as SearchResult | Error);
      });
    }),
  );
  return requests.map((request) => resultOf.get(request) as SearchResult | Error);
}
