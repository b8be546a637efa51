import { useEffect, useState } from 'react';
import type { Playhead } from '../../player/state/playhead.ts';

/** Returns whether a film has ended. It is false again when the film is played again. */
export const useHasEnded = (playhead: Playhead): boolean => {
  const [hasEnded, setHasEnded] = useState(false);
  useEffect(() => {
    const handleTimeChange = () => {
      if (!playhead.videoElement()?.ended) setHasEnded(false);
    };
    // A small file can end before this part of the page has hydrated.
    if (playhead.videoElement()?.ended) setHasEnded(true);
    const unsubscribers = [
      playhead.onEnded(() => setHasEnded(true)),
      playhead.subscribe(handleTimeChange),
      playhead.onSeek(handleTimeChange),
    ];
    return () => {
      for (const unsubscribe of unsubscribers) unsubscribe();
    };
  }, [playhead]);
  return hasEnded;
};
