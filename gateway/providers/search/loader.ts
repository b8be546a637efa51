import { type CachePolicy, createCachePolicy, recordResult } from '../../core/cachePolicy.ts';
import type { ContentPort, Context, MediaPort } from '../../core/context.ts';
import { createTracedLoader } from '../../services/telemetry/tracedLoader.ts';
import {
  isMissingIndex,
  MAX_REQUESTS_PER_CALL,
  type SearchAnswer,
  type SearchClient,
  type SearchIndexes,
  type SearchRequest,
} from './client.ts';

/** What the resolvers of an operation ask the search service by. */
export interface SearchPort {
  readonly indexes: SearchIndexes;
  /**
   * The answer to a request. All that is asked in one step goes out together, and what is asked twice is asked once.
   * @throws UpstreamError, for this request alone where its index is the one that is missing.
   */
  ask(request: SearchRequest): Promise<SearchAnswer>;
}

/** The context of the operations that this room's resolvers serve. */
export type SearchContext = Context<ContentPort, MediaPort, SearchPort>;

export interface SearchLoaderOptions {
  client: SearchClient;
  /** Ends when the operation does. */
  signal: AbortSignal;
  /** Receives `search:<index>` for every index asked. */
  tags: Set<string>;
  cachePolicy?: CachePolicy;
}

/** The tag of everything that was found in an index. */
export const indexTag = (index: string): string => `search:${index}`;

/** One operation's search requests. */
export function createSearchLoader({
  client,
  signal,
  tags,
  cachePolicy = createCachePolicy(),
}: SearchLoaderOptions): SearchPort {
  const noting: SearchClient = {
    ...client,
    search: (requests, ended) =>
      client.search(requests, ended, (found) => recordResult(cachePolicy, 'search', found)),
  };
  const loader = createTracedLoader<SearchRequest, SearchAnswer, string>(
    (requests) => askTogether(noting, requests, signal),
    { maxBatchSize: MAX_REQUESTS_PER_CALL, cacheKeyFn: (request) => JSON.stringify(request) },
  );
  return {
    indexes: client.indexes,
    ask(request) {
      tags.add(indexTag(request.indexName));
      return loader.load(request);
    },
  };
}

async function askTogether(
  client: SearchClient,
  requests: readonly SearchRequest[],
  signal: AbortSignal,
): Promise<readonly (SearchAnswer | Error)[]> {
  try {
    return await client.search(requests, signal);
  } catch (error) {
    const indexes = [...new Set(requests.map((request) => request.indexName))];
    if (indexes.length === 1 || !isMissingIndex(error)) return requests.map(() => error as Error);
    return askByIndex(client, indexes, requests, signal);
  }
}

/** One missing index makes the provider refuse all of a request, so each index answers for itself. */
async function askByIndex(
  client: SearchClient,
  indexes: readonly string[],
  requests: readonly SearchRequest[],
  signal: AbortSignal,
): Promise<readonly (SearchAnswer | Error)[]> {
  const answers = new Map<SearchRequest, SearchAnswer | Error>();
  await Promise.all(
    indexes.map(async (index) => {
      const own = requests.filter((request) => request.indexName === index);
      const results = await askTogether(client, own, signal);
      own.forEach((request, i) => {
        answers.set(request, results[i] as SearchAnswer | Error);
      });
    }),
  );
  return requests.map((request) => answers.get(request) as SearchAnswer | Error);
}
