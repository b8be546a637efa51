/** Returns true in a browser that knows that it has no connection. */
export const isOffline = (): boolean => typeof document !== 'undefined' && !navigator.onLine;
