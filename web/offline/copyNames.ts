/** The page whose copy is kept from the first visit on. */
export const FRONT_PATH = '/';
/** The names of the caches with copies of pages begin with it; the path of the page follows. */
export const PAGE_CACHE_PREFIX = 'page ';
