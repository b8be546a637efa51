import { LRUCache } from 'lru-cache';
import { freezeAndEstimateSize } from './sizeEstimate.ts';

/** A value as it is kept. */
export interface Entry {
  readonly value: unknown;
  readonly tags: readonly string[];
  /** When its load began, in milliseconds since 1970: so long it is known to have been true. */
  readonly since: number;
  /** Seconds for which it is fresh, and how many beyond it may stand in for what is being loaded or cannot be. */
  readonly ttl: number;
  readonly staleWhileRevalidate: number;
  readonly staleIfError: number;
}

/** Entries in the memory of one process, found by key and by tag; those not asked for the longest go first. */
export interface MemoryStore {
  get(key: string): Entry | undefined;
  set(key: string, entry: Entry): void;
  /** Forgets the entry, if it is still this one. */
  drop(key: string, entry: Entry): void;
  /** Forgets every entry that has one of these tags. */
  purge(tags: readonly string[]): void;
  purgeAll(): void;
  /** Bytes and entries held, about. */
  size(): { bytes: number; entries: number };
}

interface Bounds {
  /** Held at most. */
  readonly bytes: number;
  readonly entries: number;
}

/** What an entry costs beside its value and its tags: its key, its place in the list. */
const ENTRY = 300;
/** What a tag of an entry costs: its place in the index, and its part in the entry's list. */
const TAG = 120;
/** No single entry takes more than this share of the whole. */
const LARGEST_SHARE = 1 / 8;

/** Nothing is held beyond these bounds; what is larger than an eighth of them is not held at all. */
export function createMemoryStore({ bytes, entries }: Bounds): MemoryStore {
  const byTag = new Map<string, Set<string>>();
  const unlink = ({ tags }: Entry, key: string) => {
    for (const tag of tags) {
      const keys = byTag.get(tag);
      keys?.delete(key);
      if (keys?.size === 0) byTag.delete(tag);
    }
  };
  const held = new LRUCache<string, Entry>({
    max: entries,
    maxSize: bytes,
    maxEntrySize: Math.max(1, Math.floor(bytes * LARGEST_SHARE)),
    sizeCalculation: ({ value, tags }) => ENTRY + TAG * tags.length + freezeAndEstimateSize(value),
    // Before a new entry is linked, since the two may share tags.
    dispose: unlink,
  });

  return {
    get: (key) => held.get(key),
    set(key, entry) {
      held.delete(key);
      held.set(key, entry);
      if (held.peek(key) !== entry) return;
      for (const tag of entry.tags) {
        const keys = byTag.get(tag);
        if (keys) keys.add(key);
        else byTag.set(tag, new Set([key]));
      }
    },
    drop(key, entry) {
      if (held.peek(key) === entry) held.delete(key);
    },
    purge(tags) {
      for (const tag of tags) for (const key of [...(byTag.get(tag) ?? [])]) held.delete(key);
    },
    purgeAll: () => held.clear(),
    size: () => ({ bytes: held.calculatedSize, entries: held.size }),
  };
}
