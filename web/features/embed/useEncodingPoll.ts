import { useEffect } from 'react';
import { useRefetchPlayback } from '../player/stream/useSignedUrlRefresh.ts';

const ENCODING_POLL_INTERVAL_MS = 15_000;

/**
 * Polls a film whose video is being encoded, while the page is visible. Embeds have no live updates, which tell other pages
 * that the encoding has ended.
 */
export const useEncodingPoll = (id: string, isPreparing: boolean): void => {
  const refetchPlayback = useRefetchPlayback(id);
  useEffect(() => {
    if (!isPreparing) return;
    const interval = setInterval(() => {
      if (document.visibilityState === 'visible') void refetchPlayback();
    }, ENCODING_POLL_INTERVAL_MS);
    return () => clearInterval(interval);
  }, [refetchPlayback, isPreparing]);
};
