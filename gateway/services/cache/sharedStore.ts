import type { Entry } from './memoryStore.ts';

/** An entry without its place in this process's time. */
export type SharedEntry = Omit<Entry, 'since'>;

/** What the store holds under a key. */
export interface StoreLookup {
  /** The moment of the question, in the store's own time: what is loaded from now on carries it. */
  readonly clock: string;
  /** Present when there is an entry that nobody has purged. */
  readonly entry?: SharedEntry;
  /** Seconds since the load of the entry began. */
  readonly age: number;
}

/** A store of entries that several gateways share. It never throws: what it cannot do is left undone, and soon. */
export interface SharedStore {
  /** Undefined when the store cannot be asked. */
  get(key: string): Promise<StoreLookup | undefined>;
  /**
   * Keeps an entry for the others.
   * @param clock what `get` told before the entry was loaded
   * @returns false when it was purged in between
   */
  set(key: string, entry: SharedEntry, clock: string): Promise<boolean>;
  /** Tells all; what cannot be told now is told when the store is back. */
  purge(tags: readonly string[]): Promise<void>;
  purgeAll(): Promise<void>;
  close(): Promise<void>;
}

/** Hears of purges by other gateways. */
export interface RemotePurges {
  purged(tags: readonly string[]): void;
  /** Purges may have been missed. */
  missed(): void;
}
