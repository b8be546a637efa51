import { PUBLISHED } from '../../core/context.ts';
import type { TaggedCache } from '../../services/cache/taggedCache.ts';
import { type CacheLifetime, withStaleTimes } from '../../services/cache/ttl.ts';
import { failAsUpstream } from '../../services/upstream/upstreamCall.ts';
import type { ContentClient, QueryResponse } from './client.ts';

/**
 * Time after an invalidation in which queries bypass the API CDN, whose copies are invalidated later than the events of a change
 * arrive. An outdated result would be cached for its whole lifetime.
 */
const CDN_BYPASS_MS = 60_000;

/** Creates a client that caches queries of published documents. Queries of other perspectives always go upstream. */
export function createCachedContentClient(
  client: ContentClient,
  cache: TaggedCache,
  lifetime: CacheLifetime,
): ContentClient {
  return {
    async query(groq, params, signal, options = {}) {
      const { perspective = PUBLISHED } = options;
      if (perspective !== PUBLISHED) return client.query(groq, params, signal, options);
      const key = `content:${JSON.stringify([perspective, lifetime.account, params])}${groq}`;
      const read = cache.read<QueryResponse['result']>(
        key,
        async (loadSignal) => {
          const bypassesCdn = cache.wasInvalidatedWithin(CDN_BYPASS_MS);
          const { result, tags } = await client.query(groq, params, loadSignal, { ...options, bypassesCdn });
          return { value: result, tags, ...withStaleTimes(lifetime) };
        },
        { signal },
      );
      const { value, ...cacheState } = await read.catch(failAsUpstream('content', signal));
      return { result: value, ...cacheState };
    },
  };
}
