import type { OperationUsage } from './operationUsage.ts';

/** A complete response without errors, as the response cache stores it. */
export interface CachedResponse {
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
export interface ContentPolicy {
  readonly tags: readonly string[];
  /** The remaining lifetime. */
  readonly ttlSeconds: number;
  /** True if each change of it invalidates a tag; see `LoadResult`. */
  readonly isLeased: boolean;
  /** True if it contains signed URLs, which must not leave the process in a shared cache. */
  readonly hasSignedUrls: boolean;
}

/** Receives what is known about a response without errors that is the whole body of an HTTP response. */
export interface CacheRecord {
  cached?: {
    readonly operation: CachedOperation;
    readonly response: CachedResponse;
  };
  /** Undefined if the response must not be reused. */
  policy?: ContentPolicy;
}
