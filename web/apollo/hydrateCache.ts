import type { ApolloClient, NormalizedCacheObject } from '@apollo/client';

/**
 * Puts what the server's client held into this client's cache: what is there already, and what is still to come with
 * later parts of the page.
 * @param mailbox parcels of cache entries; the page goes on to push to it while it streams
 */
export const receive = (client: ApolloClient, mailbox: NormalizedCacheObject[]): void => {
  const take = (...parcels: NormalizedCacheObject[]): number => {
    const held = { ...(client.extract() as NormalizedCacheObject) };
    for (const parcel of parcels)
      for (const [id, entry] of Object.entries(parcel)) held[id] = { ...held[id], ...entry } as never;
    client.restore(held);
    return 0;
  };
  if (mailbox.length > 0) take(...mailbox);
  mailbox.push = take;
};
