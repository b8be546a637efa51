/** The page whose copy is stored from the first visit on. */
export const FRONT_PATH = '/';
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
