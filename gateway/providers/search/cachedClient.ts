import DataLoader from 'dataloader';
import { type ProviderCacheSettings, withStaleTimes } from '../../core/cachePolicy.ts';
import { indexTag } from '../../core/cacheTags.ts';
import type { TaggedCache } from '../../services/cache/taggedCache.ts';
import { failAsUpstream } from '../../services/upstream/upstreamCall.ts';
import type { IsolatingSearchClient, SearchRequest, SearchResult } from './client.ts';

interface PendingRequest {
  readonly request: SearchRequest;
  readonly signal: AbortSignal;
}

/**
 * Creates a client that caches the result of each request; the uncached requests of a call go upstream as one. A request with
 * click analytics is never cached: its query id belongs to one client.
 */
export function createCachedSearchClient(
  client: IsolatingSearchClient,
  cache: TaggedCache,
  settings: ProviderCacheSettings,
): IsolatingSearchClient {
  return {
    indexes: client.indexes,
    async search(requests, signal, onCacheState) {
      const loader = new DataLoader<PendingRequest, SearchResult>(
        (pending) =>
          client.search(
            pending.map(({ request }) => request),
            abortWithAll(pending.map(({ signal }) => signal)),
          ),
        {
          cache: false,
          // Lookups in the shared store complete one by one.
          batchScheduleFn: (send) => setImmediate(send),
        },
      );
      const searchOne = async (request: SearchRequest): Promise<SearchResult> => {
        if (request.clickAnalytics) return loader.load({ request, signal });
        const read = cache.read(
          `search:${JSON.stringify([settings.account, request])}`,
          async (loadSignal) => ({
            value: await loader.load({ request, signal: loadSignal }),
            tags: [indexTag(request.indexName)],
            ...withStaleTimes(settings),
          }),
          { signal },
        );
        const { value, state, ageSeconds } = await read.catch(failAsUpstream('search', signal));
        onCacheState?.({ state, ageSeconds });
        return value;
      };
      return Promise.all(requests.map((request) => searchOne(request).catch((error: Error) => error)));
    },
  };
}

/** Creates a signal that aborts when all of the signals have. */
function abortWithAll(signals: readonly AbortSignal[]): AbortSignal {
  const controller = new AbortController();
  let remaining = signals.filter((signal) => !signal.aborted).length;
  const countAbort = () => {
    remaining -= 1;
    if (remaining <= 0) controller.abort(signals[0]?.reason);
  };
  if (remaining === 0) countAbort();
  for (const signal of signals) signal.addEventListener('abort', countAbort, { once: true });
  return controller.signal;
}
