/** The page that the service worker shows without a connection, in place of a page that it does not have. */
export const OFFLINE_PATH = '/offline';
/** The page that works without a connection and is always kept. */
export const LIBRARY_PATH = '/library';
