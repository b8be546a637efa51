import { useEffect } from 'react';
import { savePosition } from '../../watch-history/watchHistoryStore.ts';
import type { Playhead } from './playhead.ts';

const SAVE_INTERVAL_MS = 3000;

/**
 * Saves the playback position to the watch history: every few seconds, when playback ends, and when the page is hidden.
 * @param id the global id of the film
 * @param duration of the film, in seconds; null while unknown
 */
export const useSaveProgress = (id: string, playhead: Playhead, duration: number | null): void => {
  useEffect(() => {
    if (!duration) return;
    let hasPlayed = false;
    let savedAt = 0;
    let savedPosition = -1;
    let lastTime = -1;
    const save = () => {
      const position = playhead.currentTime();
      // A link to a moment asks for a position that the reader has not seen yet.
      hasPlayed ||= playhead.videoElement()?.paused === false;
      if (!hasPlayed || position < 0 || position === savedPosition) return;
      savedAt = Date.now();
      savedPosition = position;
      savePosition(id, { position, duration });
    };
    const saveThrottled = () => {
      const time = playhead.currentTime();
      // A loop has no end that is reported.
      if (playhead.videoElement()?.loop && time < 1 && lastTime > duration - 1) saveEnd();
      lastTime = time;
      if (Date.now() - savedAt > SAVE_INTERVAL_MS) save();
    };
    const saveEnd = () => savePosition(id, { position: duration, duration });
    // A small file can end before this part of the page has hydrated.
    if (playhead.videoElement()?.ended) saveEnd();
    const unsubscribers = [playhead.subscribe(saveThrottled), playhead.onEnded(saveEnd)];
    addEventListener('pagehide', save);
    document.addEventListener('visibilitychange', save);
    return () => {
      save();
      for (const unsubscribe of unsubscribers) unsubscribe();
      removeEventListener('pagehide', save);
      document.removeEventListener('visibilitychange', save);
    };
  }, [id, playhead, duration]);
};
