import { useEffect } from 'react';
import { usePreferences } from '../state/preferences.ts';
import { useCaptionLanguage } from '../state/useCaptionLanguage.ts';

/** Events by whether they start native rendering, in which the browser draws the video and its captions outside the page. */
const NATIVE_RENDERING_EVENTS = {
  webkitbeginfullscreen: true,
  webkitendfullscreen: false,
  enterpictureinpicture: true,
  leavepictureinpicture: false,
};

const isCaptionTrack = ({ kind }: TextTrack): boolean => kind === 'captions' || kind === 'subtitles';

/**
 * Selects the caption track that matches the address and the preferences, or none. `Captions` renders its cues, except while the browser
 * renders the video natively.
 */
export const useCaptions = (video: HTMLVideoElement, languages: readonly string[]): void => {
  const { captions } = usePreferences();
  const [language] = useCaptionLanguage(languages);
  useEffect(() => {
    const tracks = video.textTracks;
    let isNative = document.pictureInPictureElement === video;
    const selectedLanguage = captions ? language : null;
    const applyModes = () => {
      const captionTracks = [...tracks].filter(isCaptionTrack);
      const selected = captionTracks.find((track) => track.language === selectedLanguage);
      for (const track of captionTracks) {
        const mode = track !== selected ? 'disabled' : isNative ? 'showing' : 'hidden';
        if (track.mode !== mode) track.mode = mode;
      }
    };
    const handleRendering = ({ type }: Event) => {
      isNative = NATIVE_RENDERING_EVENTS[type as keyof typeof NATIVE_RENDERING_EVENTS];
      applyModes();
    };
    applyModes();
    for (const type of Object.keys(NATIVE_RENDERING_EVENTS)) video.addEventListener(type, handleRendering);
    // Browsers may enable added tracks by themselves, according to system settings.
    tracks.addEventListener('addtrack', applyModes);
    return () => {
      for (const type of Object.keys(NATIVE_RENDERING_EVENTS))
        video.removeEventListener(type, handleRendering);
      tracks.removeEventListener('addtrack', applyModes);
    };
  }, [video, captions, language]);
};
