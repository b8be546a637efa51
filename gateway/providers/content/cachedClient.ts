import { PUBLISHED } from '../../core/context.ts';
import type { TaggedCache } from '../../services/cache/taggedCache.ts';
import { type CacheLifetime, withStaleTimes } from '../../services/cache/ttl.ts';
import { failAsUpstream } from '../../services/upstream/upstreamCall.ts';
import type { ContentClient, QueryResponse } from './client.ts';

/** A client whose answers about published documents are kept. What only some may see is asked every time. */
export function createCachedContentClient(
  client: ContentClient,
  cache: TaggedCache,
  kept: CacheLifetime,
): ContentClient {
  return {
    async query(groq, params, signal, options = {}) {
      const { perspective = PUBLISHED } = options;
      if (perspective !== PUBLISHED) return client.query(groq, params, signal, options);
      const key = `content:${JSON.stringify([perspective, kept.account, groq, params])}`;
      const read = cache.read<QueryResponse['result']>(
        key,
        async (ended) => {
          const { result, tags } = await client.query(groq, params, ended, options);
          return { value: result, tags, ...withStaleTimes(kept) };
        },
        { signal },
      );
      const { value, ...found } = await read.catch(failAsUpstream('content', signal));
      return { result: value, ...found };
    },
  };
}
