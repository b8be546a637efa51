import { useEffect } from 'react';
import { rememberPlace } from '../../watch-history/watchHistoryStore.ts';
import type { Playhead } from './playhead.ts';

/** Milliseconds between two notes of where a reader is. */
const PACE = 3000;

/**
 * Keeps where a reader is in a film, every few seconds, at its end, and when the page goes.
 * @param id the film's global id
 * @param length in seconds; null as long as it is not known
 */
export const useKeptPlace = (id: string, playhead: Playhead, length: number | null): void => {
  useEffect(() => {
    if (!length) return;
    let noted = 0;
    let noting = -1;
    const note = () => {
      const place = playhead.now();
      if (place < 0 || place === noting) return;
      noted = Date.now();
      noting = place;
      rememberPlace(id, { place, length });
    };
    const noteNowAndThen = () => {
      if (Date.now() - noted > PACE) note();
    };
    const noteEnd = () => rememberPlace(id, { place: length, length });
    const stops = [playhead.subscribe(noteNowAndThen), playhead.onEnd(noteEnd)];
    addEventListener('pagehide', note);
    document.addEventListener('visibilitychange', note);
    return () => {
      note();
      for (const stop of stops) stop();
      removeEventListener('pagehide', note);
      document.removeEventListener('visibilitychange', note);
    };
  }, [id, playhead, length]);
};
