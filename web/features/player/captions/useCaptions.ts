import { type RefObject, useEffect } from 'react';
import { bestLanguage, usePreferences } from '../state/preferences.ts';

/** Where an element is drawn by the browser alone, e.g. in the full screen of a telephone, so are its captions. */
const APART = {
  webkitbeginfullscreen: true,
  webkitendfullscreen: false,
  enterpictureinpicture: true,
  leavepictureinpicture: false,
};

const isSpoken = ({ kind }: TextTrack): boolean => kind === 'captions' || kind === 'subtitles';

/**
 * Has a film's captions read as its reader likes them: in the language nearest to theirs, or not at all. They are drawn by
 * `Captions` and not by the browser, unless the film has left the page.
 */
export const useCaptions = (
  element: RefObject<HTMLVideoElement | null>,
  languages: readonly string[],
): void => {
  const { captions, language } = usePreferences();
  useEffect(() => {
    const film = element.current;
    const tracks = film?.textTracks;
    if (!tracks) return;
    let isApart = document.pictureInPictureElement === film;
    const wanted = captions ? bestLanguage(languages, language) : null;
    const apply = () => {
      const spoken = [...tracks].filter(isSpoken);
      const chosen = spoken.find((track) => track.language === wanted);
      for (const track of spoken) {
        const mode = track !== chosen ? 'disabled' : isApart ? 'showing' : 'hidden';
        if (track.mode !== mode) track.mode = mode;
      }
    };
    const onPlace = ({ type }: Event) => {
      isApart = APART[type as keyof typeof APART];
      apply();
    };
    apply();
    for (const event of Object.keys(APART)) film.addEventListener(event, onPlace);
    // A browser may choose tracks of its own, by the settings of the system, as they arrive.
    tracks.addEventListener('addtrack', apply);
    return () => {
      for (const event of Object.keys(APART)) film.removeEventListener(event, onPlace);
      tracks.removeEventListener('addtrack', apply);
    };
  }, [element, languages, captions, language]);
};
