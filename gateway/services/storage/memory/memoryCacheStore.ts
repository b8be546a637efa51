import { LRUCache } from 'lru-cache';
import type { CacheEntry } from '../sharedStore.ts';

/** Entries by key and tag in the memory of one process; evicts the least recently used. */
export interface MemoryStore {
  get(key: string): CacheEntry | undefined;
  set(key: string, entry: CacheEntry): void;
  /** Removes the entry of a key if it is still `entry`. */
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
/** Bytes that V8 needs for an object or array, and for a member. */
const OBJECT_BYTES = 32;
const MEMBER_BYTES = 16;
/** The largest share of the memory that an entry may take. */
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

/** Deep-freezes a JSON value, since readers share it, and estimates its bytes of memory. */
function freezeAndEstimateSize(value: unknown): number {
  if (typeof value === 'string') return MEMBER_BYTES + bytesOfText(value);
  if (typeof value !== 'object' || value === null) return MEMBER_BYTES;
  Object.freeze(value);
  let bytes = OBJECT_BYTES;
  if (Array.isArray(value)) for (const item of value) bytes += freezeAndEstimateSize(item);
  else for (const item of Object.values(value)) bytes += freezeAndEstimateSize(item);
  return bytes;
}

/** V8 stores a text with one byte for each character, or with two if one of them is not Latin. */
const bytesOfText = (text: string): number =>
  Buffer.byteLength(text) === text.length ? text.length : 2 * text.length;
