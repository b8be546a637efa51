import type { Entry } from './memoryStore.ts';

/** An entry without this process's clock. */
export type SharedEntry = Omit<Entry, 'since'>;

/** The result of a look-up. */
export interface StoreLookup {
  /** The store's time of the look-up; pass it to `set` with the value loaded after it. */
  readonly clock: string;
  /** Absent when there is none, or it was purged. */
  readonly entry?: SharedEntry;
  /** Seconds since the load of the entry began. */
  readonly age: number;
}

/** A store that several gateways share. It never throws and fails fast: an operation that fails has no effect. */
export interface SharedStore {
  /** Returns undefined when the store is unavailable. */
  get(key: string): Promise<StoreLookup | undefined>;
  /**
   * Stores an entry.
   * @param clock of the look-up before the load
   * @returns false when it was purged since
   */
  set(key: string, entry: SharedEntry, clock: string): Promise<boolean>;
  /** Purges in every gateway; retried when the store is back. */
  purge(tags: readonly string[]): Promise<void>;
  purgeAll(): Promise<void>;
  close(): Promise<void>;
}

/** Receives the purges of other gateways. */
export interface RemotePurges {
  purged(tags: readonly string[]): void;
  /** Some purges may have been missed. */
  missed(): void;
}
