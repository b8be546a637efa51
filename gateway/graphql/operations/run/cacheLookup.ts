import type { CachedResponse } from '../../../core/cachedOperation.ts';
import type { CacheResult, LoadResult } from '../../../services/cache/taggedCache.ts';
import type { CacheControlPolicy } from '../document/cacheControlPolicy.ts';

/** A response that clients or a CDN can cache. */
export interface CacheableResponse {
  readonly etag: string;
  /** The length of its `data` as JSON. */
  readonly bytes: number;
  readonly tags: readonly string[];
  readonly ttlSeconds: number;
  /** See `hasPublicResponse`. */
  readonly isPublic: boolean;
  /** `hit`: from the response cache; `stale`: executed with a part that has expired and is being loaded again. */
  readonly origin: 'hit' | 'miss' | 'stale';
}

/** What the lookup of a response has found, until the response is sent. */
export interface CacheLookup {
  readonly policy: CacheControlPolicy;
  /** Undefined if the operation is not cacheable. */
  readonly key: string | undefined;
  hit?: CacheResult<CachedResponse> | undefined;
  /** Defined while the operation is executed for all requests with its key. */
  loading?: PromiseWithResolvers<LoadResult<CachedResponse>>;
  response?: CacheableResponse;
}
