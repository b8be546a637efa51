import { useApolloClient } from '@apollo/client/react';
import { useEffect } from 'react';
import { FreshAddressesDocument } from './FreshAddresses.generated.ts';

/** Milliseconds before they expire at which addresses are asked for again. */
const AHEAD = 60_000;
/** Milliseconds between two askings at least, whatever the clock of the reader's machine says. */
const PAUSE = 60_000;

/**
 * Keeps the addresses of a signed film fresh for as long as its screen is on the page: the cache has new ones before
 * the old ones expire.
 * @param id the film's global id
 * @param expiresAt when its addresses stop working; nothing for those that never do
 */
export const useFreshAddresses = (id: string, expiresAt: string | null | undefined): void => {
  const client = useApolloClient();
  useEffect(() => {
    if (!expiresAt) return;
    let timer: ReturnType<typeof setTimeout>;
    let over = false;
    const wait = (from: number) => {
      timer = setTimeout(ask, Math.max(PAUSE, from));
    };
    // An answer with a new time ends this effect and begins the next; one without it is asked for again.
    const ask = () => {
      void client
        .query({ query: FreshAddressesDocument, variables: { id }, fetchPolicy: 'network-only' })
        .catch(() => undefined)
        .then(() => over || wait(PAUSE));
    };
    wait(Date.parse(expiresAt) - Date.now() - AHEAD);
    return () => {
      over = true;
      clearTimeout(timer);
    };
  }, [client, id, expiresAt]);
};
