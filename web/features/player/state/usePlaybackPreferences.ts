import { type RefObject, useEffect } from 'react';
import { canLoop, updatePreferences, usePreferences } from './preferences.ts';

/**
 * Applies the preferred volume, playback rate and loop to the video, and stores volume changes made with its controls.
 * @param duration in seconds; null while unknown
 */
export const usePlaybackPreferences = (
  videoRef: RefObject<HTMLVideoElement | null>,
  duration: number | null,
): void => {
  const { volume, muted, rate, loop } = usePreferences();

  useEffect(() => {
    const video = videoRef.current;
    if (!video) return;
    if (video.volume !== volume) video.volume = volume;
    if (video.muted !== muted) video.muted = muted;
  }, [videoRef, volume, muted]);

  useEffect(() => {
    const video = videoRef.current;
    const saveVolume = () => video && updatePreferences({ volume: video.volume, muted: video.muted });
    video?.addEventListener('volumechange', saveVolume);
    return () => video?.removeEventListener('volumechange', saveVolume);
  }, [videoRef]);

  useEffect(() => {
    const video = videoRef.current;
    if (!video) return;
    video.playbackRate = rate;
    // The element resets to its default rate when its source changes.
    video.defaultPlaybackRate = rate;
  }, [videoRef, rate]);

  const isLooped = loop && canLoop(duration);
  useEffect(() => {
    const video = videoRef.current;
    if (video) video.loop = isLooped;
  }, [videoRef, isLooped]);
};
