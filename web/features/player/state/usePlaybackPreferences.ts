import { useEffect } from 'react';
import { canLoop, updatePreferences, usePreferences } from './preferences.ts';

/**
 * Applies the preferred volume, playback rate and loop to the video, and stores volume changes made with its controls.
 * @param duration in seconds; null while unknown
 */
export const usePlaybackPreferences = (video: HTMLVideoElement, duration: number | null): void => {
  const { volume, muted, rate, loop } = usePreferences();

  useEffect(() => {
    if (video.volume !== volume) video.volume = volume;
    if (video.muted !== muted) video.muted = muted;
  }, [video, volume, muted]);

  useEffect(() => {
    const saveVolume = () => updatePreferences({ volume: video.volume, muted: video.muted });
    video.addEventListener('volumechange', saveVolume);
    return () => video.removeEventListener('volumechange', saveVolume);
  }, [video]);

  useEffect(() => {
    video.playbackRate = rate;
    // The element resets to its default rate when its source changes.
    video.defaultPlaybackRate = rate;
  }, [video, rate]);

  const isLooped = loop && canLoop(duration);
  useEffect(() => {
    video.loop = isLooped;
  }, [video, isLooped]);
};
