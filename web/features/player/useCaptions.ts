import { type RefObject, useEffect } from 'react';
import { bestLanguage, usePreferences } from './preferences.ts';

const isSpoken = ({ kind }: TextTrack): boolean => kind === 'captions' || kind === 'subtitles';

/** Shows a film's captions as its reader likes them: in the language nearest to theirs, or not at all. */
export const useCaptions = (
  element: RefObject<HTMLVideoElement | null>,
  languages: readonly string[],
): void => {
  const { captions, language } = usePreferences();
  useEffect(() => {
    const tracks = element.current?.textTracks;
    if (!tracks) return;
    const wanted = captions ? bestLanguage(languages, language) : null;
    const apply = () => {
      const spoken = [...tracks].filter(isSpoken);
      const chosen = spoken.find((track) => track.language === wanted);
      for (const track of spoken) {
        const mode = track === chosen ? 'showing' : 'disabled';
        if (track.mode !== mode) track.mode = mode;
      }
    };
    apply();
    // A browser may choose tracks of its own, by the settings of the system, as they arrive.
    tracks.addEventListener('addtrack', apply);
    return () => tracks.removeEventListener('addtrack', apply);
  }, [element, languages, captions, language]);
};
