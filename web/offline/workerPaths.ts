// A file of its own: the service worker cannot import a chunk that it would share with the app.

/** The page that works without a connection and always has a copy. */
export const LIBRARY_PATH = '/library';
/** The page that the service worker shows without a connection, in place of a page that has no copy. */
export const OFFLINE_PATH = '/offline';
