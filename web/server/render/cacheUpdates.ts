import type { ApolloClient } from '@apollo/client';
import type { CacheUpdate } from '../../apollo/hydrationState.ts';

/** Creates a function that returns the cache entries that are new or changed since its last call; null if there are none. */
export const cacheUpdates = (client: ApolloClient): (() => CacheUpdate | null) => {
  let sent: CacheUpdate = {};
  return () => {
    const current = client.extract() as CacheUpdate;
    // The cache replaces entries instead of mutating them, so identity shows changes.
    const changed = Object.entries(current).filter(([id, entry]) => sent[id] !== entry);
    sent = current;
    return changed.length > 0 ? Object.fromEntries(changed) : null;
  };
};
