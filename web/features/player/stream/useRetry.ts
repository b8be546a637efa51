import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useQueryClient } from '../../../data/queryClient.ts';
import { isOffline } from '../../../lib/navigation/isOffline.ts';

/** The reason that playback stopped. */
export type PlaybackFailure = 'failed' | 'offline';

/**
 * Tracks a playback failure and retries on request, or when the browser is back online.
 * @param onRetry called when playback may be retried, with whether the video was playing when it stopped
 */
export const useRetry = (onRetry: (wasPlaying: boolean) => void) => {
  const { loadClient } = useQueryClient();
  const [failure, setFailure] = useState<PlaybackFailure | null>(null);
  const wasPlayingRef = useRef(true);

  const fail = (wasPlaying: boolean) => {
    wasPlayingRef.current = wasPlaying;
    setFailure(isOffline() ? 'offline' : 'failed');
  };
  const retry = () => {
    // The URLs may be the cause, so they are refetched. If that fails, playback is retried with the old URLs.
    void loadClient()
      .then((client) => client.refetchQueries({ include: 'active' }))
      .catch(() => undefined)
      .then(() => {
        setFailure(null);
        onRetry(wasPlayingRef.current);
      });
  };
  const retryOnline = useEffectEvent(retry);
  useEffect(() => {
    if (!failure) return;
    addEventListener('online', retryOnline);
    return () => removeEventListener('online', retryOnline);
  }, [failure]);
  return { failure, fail, retry };
};
