import { type RefObject, useEffect } from 'react';
import { prefer, usePreferences } from './preferences.ts';

/** Plays as loud and as fast as the reader likes, and keeps how loud they set it. */
export const useLoudnessAndSpeed = (element: RefObject<HTMLVideoElement | null>): void => {
  const { volume, muted, rate } = usePreferences();

  useEffect(() => {
    const film = element.current;
    if (!film) return;
    if (film.volume !== volume) film.volume = volume;
    if (film.muted !== muted) film.muted = muted;
  }, [element, volume, muted]);

  useEffect(() => {
    const film = element.current;
    const keepLoudness = () => film && prefer({ volume: film.volume, muted: film.muted });
    film?.addEventListener('volumechange', keepLoudness);
    return () => film?.removeEventListener('volumechange', keepLoudness);
  }, [element]);

  useEffect(() => {
    const film = element.current;
    if (!film) return;
    film.playbackRate = rate;
    // What an element falls back to when it is given another stream.
    film.defaultPlaybackRate = rate;
  }, [element, rate]);
};
