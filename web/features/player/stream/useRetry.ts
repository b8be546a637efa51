import { useApolloClient } from '@apollo/client/react';
import { useCallback, useEffect, useRef, useState } from 'react';

/** Why a film stopped. */
export type Failure = 'failed' | 'offline';

/**
 * What to do about a film that cannot go on: says why, and asks again, by itself as soon as the browser is back on a
 * network.
 * @param onAgain called when the film may be tried again, with whether it was playing when it stopped
 */
export const useRetry = (onAgain: (wasPlaying: boolean) => void) => {
  const client = useApolloClient();
  const [failed, setFailed] = useState<Failure | null>(null);
  const wasPlaying = useRef(true);
  const again = useRef(onAgain);
  again.current = onAgain;

  const fail = useCallback((playing: boolean) => {
    wasPlaying.current = playing;
    setFailed(navigator.onLine ? 'failed' : 'offline');
  }, []);
  const retry = useCallback(() => {
    // The addresses may have been the fault; without an answer the old ones are tried again.
    void client
      .refetchQueries({ include: 'active' })
      .catch(() => undefined)
      .then(() => {
        setFailed(null);
        again.current(wasPlaying.current);
      });
  }, [client]);
  useEffect(() => {
    if (!failed) return;
    addEventListener('online', retry);
    return () => removeEventListener('online', retry);
  }, [failed, retry]);
  return { failed, fail, retry };
};
