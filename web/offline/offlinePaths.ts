/** The page that the service worker shows without a connection, in place of a page that it does not have. */
export const OFFLINE_PATH = '/offline';
/** The page that works without a connection and is always kept. */
export const LIBRARY_PATH = '/library';
/** The page whose copy is kept from the first visit on. */
export const FRONT_PATH = '/';
/** The names of the caches with copies of pages begin with it; the path of the page follows. */
export const PAGE_CACHE_PREFIX = 'page ';
