import { useSearchParams } from 'react-router';
import { languageOf } from '../../../lib/paths.ts';
import { updatePreferences, usePreferences } from './preferences.ts';

/**
 * Returns the language that captions and transcript of the page should have, and the function that sets it. A shared link
 * keeps its language for its page; a choice of the reader replaces it, and is the language of other films, too.
 * @returns a BCP 47 code, which a film may not have
 */
export const useCaptionLanguage = (): [language: string, setLanguage: (language: string) => void] => {
  const [searchParams, setSearchParams] = useSearchParams();
  const preferred = usePreferences().language;
  const shared = languageOf(searchParams);
  const setLanguage = (language: string) => {
    updatePreferences({ language });
    if (shared === null) return;
    const withoutLanguage = (parameters: URLSearchParams) => {
      parameters.delete('lang');
      return parameters;
    };
    setSearchParams(withoutLanguage, { replace: true, preventScrollReset: true });
  };
  return [shared ?? preferred, setLanguage];
};
