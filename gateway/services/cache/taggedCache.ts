import { hash } from 'node:crypto';
import { UpstreamError } from '../../core/errors.ts';
import { isTimedOut } from '../upstream/deadline.ts';
import { createCancellableFlights } from './cancellableFlights.ts';
import { type CdnPurge, noCdnPurge } from './cdnPurge.ts';
import { createInvalidationLog } from './invalidationLog.ts';
import { createMemoryStore, type Entry } from './memoryStore.ts';
import type { RemotePurges, SharedEntry, SharedStore } from './sharedStore.ts';

/** Answers kept as long as they are true: by key, by the tags of what they were made of, and never beyond their time. */
export interface TaggedCache {
  /**
   * The value under the key, or what `load` brings with its tags; one load for all who ask the same at the same time.
   * Values are JSON, frozen, and shared by all who ask. What a purge overtakes is given to those who waited and not kept.
   * @param key begins with the name of its layer and a colon: what metrics tell apart
   * @throws what `load` throws, when nothing that is kept may stand in for it
   */
  read<T>(
    key: string,
    load: (signal: AbortSignal) => Promise<LoadResult<T>>,
    options: { signal: AbortSignal },
  ): Promise<CacheResult<T>>;
  /** Forgets what has one of these tags, here at once, and in every gateway that shares the store. */
  purge(tags: readonly string[]): Promise<void>;
  purgeAll(): Promise<void>;
  /** Forgets in this gateway alone: what was purged elsewhere. */
  forget(tags: readonly string[]): void;
  forgetAll(): void;
  /** Bytes and entries in memory, about. */
  size(): { bytes: number; entries: number };
  close(): Promise<void>;
}

/** What a load brings; the names of the two exceptions are those of RFC 5861. */
export interface LoadResult<T> {
  readonly value: T;
  readonly tags: readonly string[];
  /** Seconds for which it is fresh; with 0 it is not kept. */
  readonly ttl: number;
  /** Seconds beyond, in which it is given at once while it is loaded anew. */
  readonly staleWhileRevalidate?: number;
  /** Seconds beyond, in which it is given when its provider fails. */
  readonly staleIfError?: number;
}

/** A value as it was found. */
export interface CacheResult<T> {
  readonly value: T;
  readonly tags: readonly string[];
  readonly state: 'hit' | 'miss' | 'stale';
  /** Seconds since it was asked of its provider. */
  readonly age: number;
}

/** Hears what the cache does. */
export interface CacheObserver {
  read?(layer: string, state: CacheResult<unknown>['state']): void;
  /** @param tags how many were purged */
  purged?(tags: number | 'all'): void;
  /** A load failed, and something kept stood in for it. */
  servedStale?(layer: string, error: unknown): void;
}

export interface CacheOptions {
  /** Bytes held in memory at most. */
  readonly bytes: number;
  readonly entries?: number;
  /** What several gateways share; calls back with the purges of the others. */
  readonly shared?: ((heard: RemotePurges) => SharedStore) | undefined;
  /** A CDN in front, told after all gateways. */
  readonly edge?: CdnPurge;
  readonly observe?: CacheObserver;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

const MOST_ENTRIES = 50_000;
/** After a failure, what is kept stands in for this many seconds before the provider is asked again. */
const RETRY = 2;

/** Not told by anybody: loads that nobody waits for end with the cache. */
const NEVER = new AbortController().signal;

/** A cache in memory, and in a store shared with other gateways where there is one. */
export function createTaggedCache(options: CacheOptions): TaggedCache {
  const { bytes, entries = MOST_ENTRIES, edge = noCdnPurge, observe = {}, now = Date.now } = options;
  const memory = createMemoryStore({ bytes, entries });
  const flights = createCancellableFlights();
  const log = createInvalidationLog();
  /** When a kept entry's provider is worth another question. */
  const retryAt = new WeakMap<Entry, number>();

  const forget = (tags: readonly string[]) => {
    memory.purge(tags);
    log.note(tags);
    flights.detach();
  };
  const forgetAll = () => {
    memory.purgeAll();
    log.noteAll();
    flights.detach();
  };
  const shared = options.shared?.({ purged: forget, missed: forgetAll });
  const ageOf = (entry: Entry) => Math.max(0, (now() - entry.since) / 1000);
  /** Looks in the shared store, and then loads. */
  const fetch = async <T>(key: string, load: Load<T>, signal: AbortSignal): Promise<CacheResult<T>> => {
    const purges = log.begin();
    const since = now();
    const keep = (entry: Entry): boolean => {
      const isTrue = entry.ttl > 0 && !purges.wasPurged(entry.tags);
      if (isTrue) memory.set(key, entry);
      return isTrue;
    };
    try {
      const found = await shared?.get(key);
      const theirs = found?.entry && { ...found.entry, since: since - 1000 * found.age };
      if (theirs && keep(theirs) && ageOf(theirs) < theirs.ttl)
        return cached<T>(theirs, 'hit', ageOf(theirs));
      const entry = { ...entryOf(await load(signal)), since };
      if (keep(entry) && found)
        void shared?.set(key, entry, found.clock).then((isTrue) => {
          if (!isTrue) memory.drop(key, entry);
        });
      return cached<T>(entry, 'miss', ageOf(entry));
    } finally {
      purges.end();
    }
  };

  const read = async <T>(
    key: string,
    load: Load<T>,
    signal: AbortSignal,
    layer: string,
  ): Promise<CacheResult<T>> => {
    const held = memory.get(key);
    const age = held ? ageOf(held) : Number.POSITIVE_INFINITY;
    if (held && age < held.ttl) return cached<T>(held, 'hit', age);
    const mustWait = held && (retryAt.get(held) ?? 0) > now() && age < held.ttl + held.staleIfError;
    if (held && mustWait) return cached<T>(held, 'stale', age);
    const fly = (patience: AbortSignal) => flights.join(key, patience, (ended) => fetch(key, load, ended));
    if (held && age < held.ttl + held.staleWhileRevalidate) {
      if (!flights.has(key)) fly(NEVER).catch((error) => cover(held, error, layer));
      return cached<T>(held, 'stale', age);
    }
    try {
      return await fly(signal);
    } catch (error) {
      const mayStandIn = signal.aborted ? isTimedOut(signal) : error instanceof UpstreamError;
      if (!mayStandIn) throw error;
      // A purge in the meantime has taken away what was held; the shared store may have brought what was not.
      const kept = memory.get(key);
      if (!kept || ageOf(kept) >= kept.ttl + kept.staleIfError) throw error;
      cover(kept, error, layer);
      return cached<T>(kept, 'stale', ageOf(kept));
    }
  };

  const cover = (entry: Entry, error: unknown, layer: string) => {
    const told = error instanceof UpstreamError ? Number(error.extensions.retryAfter ?? 0) : 0;
    retryAt.set(entry, now() + 1000 * Math.max(RETRY, told));
    observe.servedStale?.(layer, error);
  };

  return {
    async read<T>(key: string, load: Load<T>, { signal }: { signal: AbortSignal }) {
      const layer = key.slice(0, Math.max(0, key.indexOf(':')));
      const found = await read<T>(hash('sha256', key, 'base64url'), load, signal, layer);
      observe.read?.(layer, found.state);
      return found;
    },
    forget,
    forgetAll,
    async purge(tags) {
      if (tags.length === 0) return;
      forget(tags);
      observe.purged?.(tags.length);
      await shared?.purge(tags);
      edge.purge(tags);
    },
    async purgeAll() {
      forgetAll();
      observe.purged?.('all');
      await shared?.purgeAll();
      edge.purgeAll();
    },
    size: memory.size,
    async close() {
      flights.close();
      await Promise.all([shared?.close(), edge.close()]);
    },
  };
}

type Load<T> = (signal: AbortSignal) => Promise<LoadResult<T>>;

const entryOf = ({
  value,
  tags,
  ttl,
  staleWhileRevalidate = 0,
  staleIfError = 0,
}: LoadResult<unknown>): SharedEntry => ({
  value,
  tags: [...new Set(tags)],
  ttl,
  staleWhileRevalidate,
  staleIfError,
});

const cached = <T>(entry: Entry, state: CacheResult<T>['state'], age: number): CacheResult<T> => ({
  value: entry.value as T,
  tags: entry.tags,
  state,
  age,
});
