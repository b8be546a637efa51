import { useApolloClient } from '@apollo/client/react';
import { useCallback, useEffect } from 'react';

/** Milliseconds before they expire at which addresses are asked for again. */
const AHEAD = 60_000;
/** Milliseconds between two askings at least, whatever the clock of the reader's machine says. */
const PAUSE = 60_000;

/**
 * Asks for new addresses of a film now, for all who show it.
 * @param id the film's global id
 * @returns how to ask; answers the stream's new address, or null when there is none to be had
 */
export const useRenewal = (id: string): (() => Promise<string | null>) => {
  const client = useApolloClient();
  return useCallback(async () => {
    try {
      const { FreshAddressesDocument } = await import('./SignedUrls.generated.ts');
      const { data } = await client.query({
        query: FreshAddressesDocument,
        variables: { id },
        fetchPolicy: 'network-only',
        context: { fresh: true },
      });
      return data?.node?.__typename === 'Film' ? (data.node.video?.playback?.hlsUrl ?? null) : null;
    } catch {
      return null;
    }
  }, [client, id]);
};

/**
 * Keeps the addresses of a signed film fresh for as long as its screen is on the page: the cache has new ones before
 * the old ones expire.
 * @param id the film's global id
 * @param expiresAt when its addresses stop working; nothing for those that never do
 */
export const useFreshAddresses = (id: string, expiresAt: string | null | undefined): void => {
  const renew = useRenewal(id);
  useEffect(() => {
    if (!expiresAt) return;
    let timer: ReturnType<typeof setTimeout>;
    let over = false;
    const wait = (from: number) => {
      timer = setTimeout(ask, Math.max(PAUSE, from));
    };
    // An answer with a new time ends this effect and begins the next; one without it is asked for again.
    const ask = () => {
      void renew().then(() => over || wait(PAUSE));
    };
    wait(Date.parse(expiresAt) - Date.now() - AHEAD);
    return () => {
      over = true;
      clearTimeout(timer);
    };
  }, [renew, expiresAt]);
};

/** Milliseconds between two looks for a film that is being encoded. */
const LOOK = 15_000;

/** Looks again and again for a film that is being encoded, while its page is in view: it appears by itself. */
export const useWaitingForFilm = (id: string, isPreparing: boolean): void => {
  const renew = useRenewal(id);
  useEffect(() => {
    if (!isPreparing) return;
    const handle = setInterval(() => {
      if (document.visibilityState === 'visible') void renew();
    }, LOOK);
    return () => clearInterval(handle);
  }, [renew, isPreparing]);
};
