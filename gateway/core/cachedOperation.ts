/** The parts of the schema that an operation uses, by schema coordinate. */
export interface OperationUsage {
  /** The coordinates to count. Requests for the same document have the same array. */
  coordinates: readonly string[];
  /** The coordinates that are deprecated. */
  deprecated: readonly string[];
}

/** A complete response without errors in the response cache. */
export interface ResponseEntry {
  /** The JSON of `data`. */
  readonly text: string;
  /** The length of `text` in UTF-8. */
  readonly bytes: number;
  readonly etag: string;
}

/** The operation of a cached response: what a later equal request needs to be served without it. */
export interface CachedOperation {
  /** The key of its response in the cache. */
  readonly responseKey: string;
  readonly name: string | undefined;
  /** Its estimated cost in points. */
  readonly requestedCost: number;
  /** The SHA-256 of its document, if the request had no text. */
  readonly documentId: string | undefined;
  readonly usage: OperationUsage;
}

/** The validity of a complete response, which ends when one of its tags is invalidated, or with its lifetime. */
export interface CacheLifetime {
  readonly tags: readonly string[];
  /** The remaining lifetime. */
  readonly ttlSeconds: number;
  /** True if each change of it invalidates a tag; see `LoadResult`. */
  readonly isLeased: boolean;
  /** True if it contains signed URLs, which must not leave the process in a shared cache. */
  readonly hasSignedUrls: boolean;
}

/** What the cache headers of a response state. */
export interface CacheStatus {
  readonly etag: string;
  /** See `cacheTagOf`; undefined if no CDN may store the response. */
  readonly cacheTag: string | undefined;
  /** The remaining lifetime. */
  readonly ttlSeconds: number;
  /** `hit`: from the response cache; `stale`: executed with a part that has expired and is being loaded again. */
  readonly origin: 'hit' | 'miss' | 'stale';
  /** False if the response has more than its operation requested: then nobody may store it. */
  readonly isStorable: boolean;
}

/** Receives what is known about a response without errors. */
export interface CacheRecord {
  /** Undefined if the response is not cacheable. */
  status?: CacheStatus | undefined;
  /** True if the client has the response: it gets none again. */
  isNotModified?: boolean;
  /** The entry of the response in the cache if it is the whole body, with its operation. */
  cached?: {
    readonly operation: CachedOperation;
    readonly entry: ResponseEntry;
  };
  /** Undefined if the response must not be reused. */
  lifetime?: CacheLifetime;
}
