import type { CachedResponse } from '../../../core/cachedOperation.ts';
import type { CacheResult, LoadResult, TaggedCache } from '../../../services/cache/taggedCache.ts';

/** One execution of an operation for all requests that need its response at the same time. */
export interface SharedExecution {
  /** The response of the cache or of another request. */
  readonly hit: CacheResult<CachedResponse> | undefined;
  /** Looks for the response, and waits for the request that executes the operation. If there is none, it is this one. */
  join(signal: AbortSignal): Promise<void>;
  /** Looks for the response again if this request, or the one it waited for, has left. */
  rejoin(signal: AbortSignal): Promise<void>;
  /** Stops executing the operation for others, because it has to wait. */
  leave(): void;
  resolve(result: LoadResult<CachedResponse>): void;
  reject(error: unknown): void;
}

/** The request that would have executed the operation has to wait. */
class Postponed extends Error {
  override readonly name = 'Postponed';
}

/** Requests that have to wait may follow one another: after these attempts a request executes the operation for itself. */
const MAX_REJOINS = 3;

/** Creates the share of one request. @param key of the response in the cache */
export function createSharedExecution(cache: TaggedCache, key: string): SharedExecution {
  /** Defined while this request executes the operation for others. */
  let own: PromiseWithResolvers<LoadResult<CachedResponse>> | undefined;
  let hit: CacheResult<CachedResponse> | undefined;
  let isPostponed = false;

  const join = async (signal: AbortSignal): Promise<void> => {
    const started = Promise.withResolvers<undefined>();
    const load = () => {
      own = Promise.withResolvers();
      started.resolve(undefined);
      return own.promise;
    };
    isPostponed = false;
    const read = cache.read(key, load, { signal }).catch((error: unknown) => {
      isPostponed = error instanceof Postponed;
      return undefined;
    });
    hit = await Promise.race([started.promise, read]);
  };
  return {
    get hit() {
      return hit;
    },
    join,
    async rejoin(signal) {
      for (let attempt = 0; isPostponed && attempt < MAX_REJOINS; attempt++) await join(signal);
    },
    leave() {
      own?.reject(new Postponed('expected to execute the operation at once, it has to wait'));
      own = undefined;
      isPostponed = true;
    },
    resolve: (result) => own?.resolve(result),
    reject: (error) => own?.reject(error),
  };
}
