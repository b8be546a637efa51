import type { ApolloClient, NormalizedCacheObject } from '@apollo/client';

/** Gives, each time it is called, the entries of the cache that have come or changed since; null when none have. */
export const newParcels = (client: ApolloClient): (() => NormalizedCacheObject | null) => {
  let sent: NormalizedCacheObject = {};
  return () => {
    const held = client.extract() as NormalizedCacheObject;
    // An entry of the cache is never changed in place, so it is the same object or another one.
    const fresh = Object.entries(held).filter(([id, entry]) => sent[id] !== entry);
    sent = held;
    return fresh.length > 0 ? Object.fromEntries(fresh) : null;
  };
};
