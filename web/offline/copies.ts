/** The page whose copy is stored from the first visit on. */
export const FRONT_PATH = '/';
/** The page that works without a connection and always has a copy. */
export const LIBRARY_PATH = '/library';
/** The page that the service worker shows without a connection, in place of a page that has no copy. */
export const OFFLINE_PATH = '/offline';
/** The names of the caches with copies of pages begin with it; the path of the page follows. */
export const COPY_CACHE_PREFIX = 'page ';

/** What a page sends to the service worker so that it stores a copy of a page. */
export interface CopyRequest {
  readonly path: string;
  /** The name of the cache of this page. Each page has its own. */
  readonly cacheName: string;
}

/** The answer of the service worker. */
export interface CopyAnswer {
  /** The size of the copy; null if the server does not send the page. */
  readonly bytes: number | null;
  /** Why there is no answer of the server. */
  readonly error?: string;
}
