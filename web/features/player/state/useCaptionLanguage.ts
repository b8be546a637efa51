import { useSyncExternalStore } from 'react';
import { useSearchParams } from 'react-router';
import { languageOf, withoutLanguage } from '../../../lib/filmMoment.ts';
import { compact } from '../../../lib/text/lists.ts';
import { bestLanguage, updatePreferences, usePreferences } from './preferences.ts';

/**
 * Returns the language of captions and transcript, and the function that sets it. A shared link keeps its language for its
 * page; a choice of the reader replaces it, and is the language of other films, too. Before a choice, the languages of the
 * browser count.
 * @param languages the BCP 47 codes that the film has
 * @returns one of them; null if there are none
 */
export const useCaptionLanguage = (
  languages: readonly string[],
): [language: string | null, setLanguage: (language: string) => void] => {
  const [searchParams, setSearchParams] = useSearchParams();
  const chosen = usePreferences().language;
  const shared = languageOf(searchParams);
  const browserLanguages = useBrowserLanguages();
  const setLanguage = (language: string) => {
    updatePreferences({ language });
    if (shared !== null) setSearchParams(withoutLanguage, { replace: true, preventScrollReset: true });
  };
  return [bestLanguage(languages, compact([shared, chosen, ...browserLanguages])), setLanguage];
};

/** Returns the languages that the browser prefers; none on the server, whose pages are the same for all readers. */
const useBrowserLanguages = (): string[] =>
  // The text is the same until the languages change, the array is not in all browsers.
  useSyncExternalStore(
    subscribeToLanguages,
    () => navigator.languages.join(),
    () => '',
  ).split(',');

const subscribeToLanguages = (listener: () => void): (() => void) => {
  addEventListener('languagechange', listener);
  return () => removeEventListener('languagechange', listener);
};
