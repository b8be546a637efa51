import type { ApolloClient } from '@apollo/client';
import type { CacheUpdate } from './hydrationState.ts';

/**
 * Writes the cache entries of the server into the cache of this client.
 * @param updates the updates so far; the page pushes further ones while it streams, which are written at once
 */
export const hydrateCache = (client: ApolloClient, updates: CacheUpdate[]): void => {
  const write = (...received: CacheUpdate[]): number => {
    const entries = { ...(client.extract() as CacheUpdate) };
    for (const update of received)
      for (const [id, entry] of Object.entries(update)) entries[id] = { ...entries[id], ...entry } as never;
    client.restore(entries);
    return 0;
  };
  if (updates.length > 0) write(...updates);
  updates.push = write;
};
