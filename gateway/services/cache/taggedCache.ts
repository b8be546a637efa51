import { hash } from 'node:crypto';
import { UpstreamError } from '../../core/errors.ts';
import { isTimedOut, NEVER_ABORTED } from '../scheduling/deadline.ts';
import { createSingleFlight } from '../scheduling/singleFlight.ts';
import { createMemoryStore } from '../storage/memory/memoryCacheStore.ts';
import type { CacheEntry, RemoteInvalidations, SharedEntry, SharedStore } from '../storage/sharedStore.ts';
import { CallLimitError } from '../upstream/callLimit.ts';
import { type CdnPurge, noCdnPurge } from './cdnPurge.ts';
import { createHeldTags, createInvalidationLog, createLease } from './validity.ts';

/** A cache of values by key, invalidated by tag and by time. */
export interface TaggedCache {
  /**
   * Returns the cached value of a key, or loads it; concurrent reads of a key share one load. Values are JSON, frozen and
   * shared. When an invalidation arrives during a load, waiting readers get the value, but it is not cached.
   * @param key begins with its layer and a colon; the layer is a label of metrics
   * @throws what `load` throws, unless a stale value can be served
   */
  read<T>(
    key: string,
    load: (signal: AbortSignal) => Promise<LoadResult<T>>,
    options: { signal: AbortSignal },
  ): Promise<CacheResult<T>>;
  /** Returns the value of a key if it is fresh and in memory, as a read would. */
  peek<T>(key: string): CacheResult<T> | undefined;
  /** Returns the result of `peek`, and counts no look-up. */
  find<T>(key: string): CacheResult<T> | undefined;
  /** Counts a look-up whose value was found. */
  countHit(key: string): void;
  /** Invalidates the values of these tags here, in the shared store and in every gateway that uses it. */
  invalidate(tags: readonly string[]): Promise<void>;
  invalidateAll(): Promise<void>;
  /** Resolves when the CDN has accepted the purges of earlier invalidations, or has not responded in time. */
  purged(): Promise<void>;
  /**
   * Keeps later values of these tags fresh for seconds only, until `ms` from now, in every gateway: their source may still
   * return the state before a change.
   */
  hold(tags: readonly string[], ms: number): Promise<void>;
  /** Extends the lease of this cache until `ms` from now; 0 ends it. See `Lease`. */
  extendLease(ms: number): void;
  /** True while changes are known to arrive. */
  isLeased(): boolean;
  /** Invalidates in this gateway only: another one has invalidated the tags. */
  invalidateLocal(tags: readonly string[]): void;
  invalidateAllLocal(): void;
  /** Returns true if anything was invalidated in the last `ms`. The start counts, because earlier invalidations are unknown. */
  wasInvalidatedWithin(ms: number): boolean;
  /** Estimated bytes and number of entries in memory. */
  size(): { bytes: number; entries: number };
  close(): Promise<void>;
}

/** A loaded value with its tags and lifetimes in seconds; RFC 5861 defines the stale lifetimes. */
export interface LoadResult<T> {
  readonly value: T;
  readonly tags: readonly string[];
  /** Fresh for this long; 0 is not cached. */
  readonly ttlSeconds: number;
  /** Seconds after `ttlSeconds` during which the value is served while it is reloaded in the background. */
  readonly staleWhileRevalidateSeconds?: number;
  /** Seconds after `ttlSeconds` during which the value is served while its provider fails. */
  readonly staleIfErrorSeconds?: number;
  /** True if it must not be stored in the shared store. */
  readonly isLocal?: boolean;
  /** True if each of its changes invalidates a tag: while the lease is held, it is as fresh as if it were loaded now. */
  readonly isLeased?: boolean;
}

/** A value and where it came from. */
export interface CacheResult<T> {
  readonly value: T;
  readonly tags: readonly string[];
  /** `revalidating`: expired, and being loaded again. `stale`: expired, and its load has failed. */
  readonly state: 'hit' | 'miss' | 'revalidating' | 'stale';
  /** Seconds since it was known to be current: since its load began, or since the end of the lease. */
  readonly ageSeconds: number;
  /** Its lifetime from then on; a few seconds if a tag was held. */
  readonly ttlSeconds: number;
  /** See `LoadResult`. */
  readonly isLeased: boolean;
}

/** Receives cache events. */
export interface CacheObserver {
  read?(layer: string, state: CacheResult<unknown>['state']): void;
  /** @param tags number of invalidated tags */
  invalidated?(tags: number | 'all'): void;
  /** A load failed, and a stale value was served. */
  servedStale?(layer: string, error: unknown): void;
}

export interface CacheOptions {
  readonly maxBytes: number;
  readonly maxEntries?: number;
  /** Opens the store that several gateways share; it reports the invalidations of other gateways. */
  readonly shared?: ((remoteInvalidations: RemoteInvalidations) => SharedStore) | undefined;
  /** A CDN in front, purged after all gateways. */
  readonly cdn?: CdnPurge;
  readonly observe?: CacheObserver;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

const MAX_ENTRIES = 50_000;
/** After a failure the stale value is served for this long before the next load. */
const RETRY_SECONDS = 2;
/** A value with a held tag is fresh for this long. */
const HELD_TTL_SECONDS = 2;

/** Creates a cache in memory and, if given, in a shared store. */
export function createTaggedCache(options: CacheOptions): TaggedCache {
  const { maxBytes, maxEntries = MAX_ENTRIES, cdn = noCdnPurge, observe = {}, now = Date.now } = options;
  const memory = createMemoryStore({ bytes: maxBytes, entries: maxEntries });
  const loads = createSingleFlight<string, CacheResult<unknown>>();
  const log = createInvalidationLog();
  const held = createHeldTags(now);
  const lease = createLease(now);
  /** The time from which the next load of a stale entry may start. */
  const retryAt = new WeakMap<CacheEntry, number>();
  let lastInvalidatedAt = now();

  const invalidateLocal = (tags: readonly string[]) => {
    lastInvalidatedAt = now();
    memory.invalidate(tags);
    log.record(tags);
    loads.detachAll();
  };
  const invalidateAllLocal = () => {
    lastInvalidatedAt = now();
    memory.invalidateAll();
    log.recordAll();
    loads.detachAll();
  };
  const shared = options.shared?.({
    invalidated: invalidateLocal,
    missed: invalidateAllLocal,
    held: held.hold,
  });
  const ageOf = ({ loadStartedAt, isLeased }: CacheEntry) =>
    Math.max(0, (now() - (isLeased ? lease.currentAt(loadStartedAt) : loadStartedAt)) / 1000);
  const limitHeld = (entry: SharedEntry): SharedEntry =>
    held.isHeld(entry.tags)
      ? {
          ...entry,
          ttlSeconds: Math.min(entry.ttlSeconds, HELD_TTL_SECONDS),
          staleWhileRevalidateSeconds: 0,
          isLeased: false,
        }
      : entry;
  /** Reads the shared store, then loads. */
  const fetch = async <T>(key: string, load: Load<T>, signal: AbortSignal): Promise<CacheResult<T>> => {
    const invalidations = log.begin();
    const loadStartedAt = now();
    const store = (entry: CacheEntry): boolean => {
      const isValid = entry.ttlSeconds > 0 && !invalidations.wasInvalidated(entry.tags);
      if (isValid) memory.set(key, entry);
      return isValid;
    };
    try {
      const found = await shared?.get(sharedKeyOf(key));
      const sharedEntry = found?.entry && { ...found.entry, loadStartedAt: loadStartedAt - 1000 * found.age };
      if (sharedEntry && store(sharedEntry) && ageOf(sharedEntry) < sharedEntry.ttlSeconds)
        return toResult<T>(sharedEntry, 'hit', ageOf(sharedEntry));
      const loaded = await load(signal);
      const entry = { ...limitHeld(entryOf(loaded)), loadStartedAt };
      if (store(entry) && found && !loaded.isLocal)
        void shared?.set(sharedKeyOf(key), entry, found.clock).then((isStored) => {
          if (!isStored) memory.delete(key, entry);
        });
      return toResult<T>(entry, 'miss', ageOf(entry));
    } finally {
      invalidations.end();
    }
  };

  const read = async <T>(
    key: string,
    load: Load<T>,
    signal: AbortSignal,
    layer: string,
  ): Promise<CacheResult<T>> => {
    const cachedEntry = memory.get(key);
    const age = cachedEntry ? ageOf(cachedEntry) : Number.POSITIVE_INFINITY;
    if (cachedEntry && age < cachedEntry.ttlSeconds) return toResult<T>(cachedEntry, 'hit', age);
    const isBackingOff =
      cachedEntry &&
      (retryAt.get(cachedEntry) ?? 0) > now() &&
      age < cachedEntry.ttlSeconds + cachedEntry.staleIfErrorSeconds;
    if (cachedEntry && isBackingOff) return toResult<T>(cachedEntry, 'stale', age);
    const loadShared = async (waiting: AbortSignal): Promise<CacheResult<T>> => {
      const isJoined = loads.has(key);
      try {
        const result = await loads.run(key, (ended) => fetch(key, load, ended), waiting);
        return result as CacheResult<T>;
      } catch (error) {
        // The caller that began the load can have reached its limit while this caller has not.
        if (isJoined && error instanceof CallLimitError) return loadShared(waiting);
        throw error;
      }
    };
    if (cachedEntry && age < cachedEntry.ttlSeconds + cachedEntry.staleWhileRevalidateSeconds) {
      if (!loads.has(key)) loadShared(NEVER_ABORTED).catch((error) => serveStale(cachedEntry, error, layer));
      return toResult<T>(cachedEntry, 'revalidating', age);
    }
    try {
      return await loadShared(signal);
    } catch (error) {
      const canServeStale = signal.aborted
        ? isTimedOut(signal)
        : error instanceof UpstreamError || error instanceof CallLimitError;
      if (!canServeStale) throw error;
      // An invalidation may have removed the entry, or the shared store may have added one.
      const latest = memory.get(key);
      if (!latest || ageOf(latest) >= latest.ttlSeconds + latest.staleIfErrorSeconds) throw error;
      serveStale(latest, error, layer);
      return toResult<T>(latest, 'stale', ageOf(latest));
    }
  };

  const serveStale = (entry: CacheEntry, error: unknown, layer: string) => {
    // Other callers may load it at once.
    if (error instanceof CallLimitError) return;
    const retryAfter = error instanceof UpstreamError ? Number(error.extensions.retryAfter ?? 0) : 0;
    retryAt.set(entry, now() + 1000 * Math.max(RETRY_SECONDS, retryAfter));
    observe.servedStale?.(layer, error);
  };

  const find = <T>(key: string): CacheResult<T> | undefined => {
    const entry = memory.get(storedKeyOf(key));
    if (!entry) return undefined;
    const age = ageOf(entry);
    return age < entry.ttlSeconds ? toResult<T>(entry, 'hit', age) : undefined;
  };
  const countHit = (key: string): void => observe.read?.(layerOf(key), 'hit');

  return {
    async read<T>(key: string, load: Load<T>, { signal }: { signal: AbortSignal }) {
      const layer = layerOf(key);
      const found = await read<T>(storedKeyOf(key), load, signal, layer);
      observe.read?.(layer, found.state);
      return found;
    },
    peek<T>(key: string) {
      const found = find<T>(key);
      if (found) countHit(key);
      return found;
    },
    find,
    countHit,
    invalidateLocal,
    invalidateAllLocal,
    async invalidate(tags) {
      if (tags.length === 0) return;
      invalidateLocal(tags);
      observe.invalidated?.(tags.length);
      await shared?.invalidate(tags);
      cdn.purge(tags);
    },
    async invalidateAll() {
      invalidateAllLocal();
      observe.invalidated?.('all');
      await shared?.invalidateAll();
      cdn.purgeAll();
    },
    purged: cdn.sent,
    async hold(tags, ms) {
      if (tags.length === 0) return;
      held.hold(tags, ms);
      await shared?.hold(tags, ms);
    },
    extendLease: lease.extend,
    isLeased: lease.isHeld,
    wasInvalidatedWithin: (ms) => now() - lastInvalidatedAt < ms,
    size: memory.size,
    async close() {
      loads.close();
      await Promise.all([shared?.close(), cdn.close()]);
    },
  };
}

type Load<T> = (signal: AbortSignal) => Promise<LoadResult<T>>;

const entryOf = ({
  value,
  tags,
  ttlSeconds,
  staleWhileRevalidateSeconds = 0,
  staleIfErrorSeconds = 0,
  isLeased = false,
}: LoadResult<unknown>): SharedEntry => ({
  value,
  tags: [...new Set(tags)],
  ttlSeconds,
  staleWhileRevalidateSeconds,
  staleIfErrorSeconds,
  isLeased,
});

const toResult = <T>(
  entry: CacheEntry,
  state: CacheResult<T>['state'],
  ageSeconds: number,
): CacheResult<T> => ({
  value: entry.value as T,
  tags: entry.tags,
  state,
  ageSeconds,
  ttlSeconds: entry.ttlSeconds,
  isLeased: entry.isLeased,
});

/** Longer keys are replaced by their hash, which takes longer than a look-up in memory. */
const MAX_KEY_CHARACTERS = 2_000;
const MAX_SHARED_KEY_CHARACTERS = 100;

/** Returns the key of an entry in memory, which is also a key of the cache. */
export const storedKeyOf = (key: string): string => hashIfLonger(key, MAX_KEY_CHARACTERS);
/** Returns the key of an entry in the shared store. */
const sharedKeyOf = (key: string): string => hashIfLonger(key, MAX_SHARED_KEY_CHARACTERS);

const hashIfLonger = (key: string, maxLength: number): string =>
  key.length > maxLength ? `${layerOf(key)}:${hash('sha256', key, 'base64url')}` : key;

/** Returns the layer with which a key begins. */
const layerOf = (key: string): string => key.slice(0, Math.max(0, key.indexOf(':')));
