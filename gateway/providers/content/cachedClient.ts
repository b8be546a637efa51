import { type ProviderCacheSettings, withStaleTimes } from '../../core/cachePolicy.ts';
import { PUBLISHED } from '../../core/context.ts';
import { type CacheResult, storedKeyOf, type TaggedCache } from '../../services/cache/taggedCache.ts';
import { failAsUpstream } from '../../services/upstream/upstreamCall.ts';
import type { ContentClient, ContentQuery, QueryResponse } from './client.ts';

/**
 * Time after an invalidation in which queries bypass the API CDN, whose copies are invalidated later than the events of a change
 * arrive. An outdated result would be cached for its whole lifetime.
 */
const CDN_BYPASS_MS = 60_000;
interface ContentCacheSettings extends ProviderCacheSettings {
  /** True if queries may read copies in the API CDN. Their results are not leased: a copy may be older than the last event. */
  readonly usesCdn: boolean;
}

/** The result of a query that asks for the time changes without an edit. */
const ASKS_FOR_TIME = /\bnow\s*\(/;

/** Creates a client that caches queries of published documents. Queries of other perspectives always go upstream. */
export function createCachedContentClient(
  client: ContentClient,
  cache: TaggedCache,
  settings: ContentCacheSettings,
): ContentClient {
  /** The hash of a long key takes as long as a hundred look-ups. */
  const keys = new WeakMap<ContentQuery, string>();
  const keyOf = (query: ContentQuery): string => {
    const known = keys.get(query);
    if (known !== undefined) return known;
    const { groq, params } = query;
    const key = storedKeyOf(`content:${JSON.stringify([PUBLISHED, settings.account, params])}${groq}`);
    keys.set(query, key);
    return key;
  };
  return {
    async query(query, signal, options = {}) {
      const { perspective = PUBLISHED } = options;
      if (perspective !== PUBLISHED) return client.query(query, signal, options);
      const read = cache.read<QueryResponse['result']>(
        keyOf(query),
        async (loadSignal) => {
          const bypassesCdn = cache.wasInvalidatedWithin(CDN_BYPASS_MS);
          const { result, tags } = await client.query(query, loadSignal, { ...options, bypassesCdn });
          const isLeased = (bypassesCdn || !settings.usesCdn) && !ASKS_FOR_TIME.test(query.groq);
          return { value: result, tags, ...withStaleTimes(settings), isLeased };
        },
        { signal },
      );
      return toResponse(await read.catch(failAsUpstream('content', signal)), settings);
    },
    peek(query, perspective) {
      const found = perspective === PUBLISHED ? cache.peek<QueryResponse['result']>(keyOf(query)) : undefined;
      return found && toResponse(found, settings);
    },
  };
}

const toResponse = (
  { value, ttlSeconds, ...cacheState }: CacheResult<QueryResponse['result']>,
  settings: ProviderCacheSettings,
): QueryResponse => ({
  result: value,
  ...cacheState,
  // The settings state the lifetime, unless a tag was held.
  maxAgeSeconds: ttlSeconds < settings.ttlSeconds ? ttlSeconds - cacheState.ageSeconds : undefined,
});
