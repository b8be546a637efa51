import type { TaggedCache } from '../cache.ts';
import { type KeptFor, withExceptions } from '../caching/keptFor.ts';
import { PUBLISHED } from '../context.ts';
import { failAsUpstream } from '../wire/wire.ts';
import type { ContentClient, QueryAnswer } from './client.ts';

/** A client whose answers about published documents are kept. What only some may see is asked every time. */
export function cacheContent(client: ContentClient, cache: TaggedCache, kept: KeptFor): ContentClient {
  return {
    async query(groq, params, signal, options = {}) {
      const { perspective = PUBLISHED } = options;
      if (perspective !== PUBLISHED) return client.query(groq, params, signal, options);
      const key = `content:${JSON.stringify([perspective, kept.account, groq, params])}`;
      const read = cache.read<QueryAnswer['result']>(
        key,
        async (ended) => {
          const { result, tags } = await client.query(groq, params, ended, options);
          return { value: result, tags, ...withExceptions(kept) };
        },
        { signal },
      );
      const { value, ...found } = await read.catch(failAsUpstream('content', signal));
      return { result: value, ...found };
    },
  };
}
