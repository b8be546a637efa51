import type { CacheStatus, ResponseEntry } from '../../../core/cachedOperation.ts';
import type { CacheResult, LoadResult } from '../../../services/cache/taggedCache.ts';
import type { CacheControlPolicy } from '../document/cacheControlPolicy.ts';

/** What the lookup of a response has found, until the response is sent. */
export interface CacheLookup {
  readonly policy: CacheControlPolicy;
  /** Undefined if the operation is not cacheable. */
  readonly key: string | undefined;
  hit?: CacheResult<ResponseEntry> | undefined;
  /** Defined while the operation is executed for all requests with its key. */
  loading?: PromiseWithResolvers<LoadResult<ResponseEntry>>;
  /** Undefined if the response is not cacheable. */
  response?: CacheStatus & {
    /** The length of its `data` as JSON. */
    readonly bytes: number;
  };
}
