import { type RefObject, useEffect } from 'react';
import { updatePreferences, usePreferences } from './preferences.ts';

/** Applies the preferred volume and playback rate to the video, and stores volume changes made with its controls. */
export const useVolumeAndRate = (videoRef: RefObject<HTMLVideoElement | null>): void => {
  const { volume, muted, rate } = usePreferences();

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
};
