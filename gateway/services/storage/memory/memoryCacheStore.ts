import { LRUCache } from 'lru-cache';
import { freezeAndEstimateSize } from './sizeEstimate.ts';

/** A cached value. */
export interface CacheEntry {
  readonly value: unknown;
  readonly tags: readonly string[];
  /** The start of its load, in milliseconds since 1970. */
  readonly loadStartedAt: number;
  /** Lifetimes in seconds; see `LoadResult`. */
  readonly ttlSeconds: number;
  readonly staleWhileRevalidateSeconds: number;
  readonly staleIfErrorSeconds: number;
  readonly isLeased: boolean;
}

/** Entries by key and tag in the memory of one process; evicts the least recently used. */
export interface MemoryStore {
  get(key: string): CacheEntry | undefined;
  set(key: string, entry: CacheEntry): void;
  /** Removes the entry if it is still this one. */
  delete(key: string, entry: CacheEntry): void;
  /** Removes every entry with one of these tags. */
  invalidate(tags: readonly string[]): void;
  invalidateAll(): void;
  /** Estimated bytes and number of entries. */
  size(): { bytes: number; entries: number };
}

interface MemoryStoreLimits {
  readonly bytes: number;
  readonly entries: number;
}

/** Overhead of an entry: its list node. */
const ENTRY_BYTES = 200;
/** V8 stores a character of a key in one or two bytes. */
const KEY_CHARACTER_BYTES = 2;
/** Overhead of one tag of an entry. */
const TAG_BYTES = 120;
/** The largest share of the memory that one entry may take. */
const MAX_ENTRY_SHARE = 1 / 4;

/** Creates a store within these limits; entries above a quarter of them are not stored. */
export function createMemoryStore({ bytes, entries }: MemoryStoreLimits): MemoryStore {
  const byTag = new Map<string, Set<string>>();
  const unlink = ({ tags }: CacheEntry, key: string) => {
    for (const tag of tags) {
      const keys = byTag.get(tag);
      keys?.delete(key);
      if (keys?.size === 0) byTag.delete(tag);
    }
  };
  const entriesByKey = new LRUCache<string, CacheEntry>({
    max: entries,
    maxSize: bytes,
    maxEntrySize: Math.max(1, Math.floor(bytes * MAX_ENTRY_SHARE)),
    sizeCalculation: ({ value, tags }, key) =>
      ENTRY_BYTES + KEY_CHARACTER_BYTES * key.length + TAG_BYTES * tags.length + freezeAndEstimateSize(value),
    // Runs before a new entry is linked, since both may share tags.
    dispose: unlink,
  });

  return {
    get: (key) => entriesByKey.get(key),
    set(key, entry) {
      entriesByKey.delete(key);
      entriesByKey.set(key, entry);
      if (entriesByKey.peek(key) !== entry) return;
      for (const tag of entry.tags) {
        const keys = byTag.get(tag);
        if (keys) keys.add(key);
        else byTag.set(tag, new Set([key]));
      }
    },
    delete(key, entry) {
      if (entriesByKey.peek(key) === entry) entriesByKey.delete(key);
    },
    invalidate(tags) {
      for (const tag of tags) for (const key of [...(byTag.get(tag) ?? [])]) entriesByKey.delete(key);
    },
    invalidateAll: () => entriesByKey.clear(),
    size: () => ({ bytes: entriesByKey.calculatedSize, entries: entriesByKey.size }),
  };
}
