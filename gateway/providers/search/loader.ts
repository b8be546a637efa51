import { type CachePolicy, createCachePolicy, recordResult } from '../../core/cachePolicy.ts';
import { indexTag } from '../../core/cacheTags.ts';
import type { Caller, ContentPort, Context, MediaPort } from '../../core/context.ts';
import { createTracedLoader } from '../../services/telemetry/tracedLoader.ts';
import { runForCaller } from '../../services/upstream/caller.ts';
import {
  type IndexNames,
  type IsolatingSearchClient,
  MAX_REQUESTS_PER_CALL,
  type SearchRequest,
  type SearchResult,
} from './client.ts';

/** Access to the search service within one operation. */
export interface SearchLoader {
  readonly indexes: IndexNames;
  /**
   * Loads the result of a request. The requests of a tick are sent as one; equal requests are sent once.
   * @throws UpstreamError, CallLimitError; an invalid request fails alone
   */
  load(request: SearchRequest): Promise<SearchResult>;
}

/** The context of the search resolvers. */
export type SearchContext = Context<ContentPort, MediaPort, SearchLoader>;

export interface SearchLoaderOptions {
  client: IsolatingSearchClient;
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
  const loader = createTracedLoader<SearchRequest, SearchResult, string>(
    (requests) =>
      runForCaller(caller, () =>
        client.search(requests, signal, (state) => recordResult(cachePolicy, 'search', state)),
      ),
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
