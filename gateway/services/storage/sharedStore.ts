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

/** An entry without this process's clock. */
export type SharedEntry = Omit<CacheEntry, 'loadStartedAt'>;

/** The result of a lookup. */
export interface StoreLookup {
  /** The store's time of the lookup; pass it to `set` with the value loaded after it. */
  readonly clock: string;
  /** Absent when there is none, or it was invalidated. */
  readonly entry?: SharedEntry;
  /** Seconds since the load of the entry began. */
  readonly age: number;
}

/** A store of cached values that several gateways share. It never throws and fails fast: an operation that fails has no effect. */
export interface SharedStore {
  /** Returns undefined when the store is unavailable. */
  get(key: string): Promise<StoreLookup | undefined>;
  /**
   * Stores an entry.
   * @param clock of the lookup before the load
   * @returns false when it was invalidated since
   */
  set(key: string, entry: SharedEntry, clock: string): Promise<boolean>;
  /** Invalidates in every gateway; retried when the store is back. */
  invalidate(tags: readonly string[]): Promise<void>;
  invalidateAll(): Promise<void>;
  /** Holds the tags in every other gateway until `ms` from now; see `HeldTags`. */
  hold(tags: readonly string[], ms: number): Promise<void>;
  close(): Promise<void>;
}

/** Receives the invalidations and holds of other gateways. */
export interface RemoteInvalidations {
  invalidated(tags: readonly string[]): void;
  held(tags: readonly string[], ms: number): void;
  /** Some invalidations may have been missed. */
  missed(): void;
}
