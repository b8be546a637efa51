import { isLanguageCode } from './text/languageCode.ts';
import { parseTime } from './text/timecode.ts';

/** A moment of a film, and the language of its captions and transcript. */
export interface FilmMoment {
  /** Null or undefined for the start of the film. */
  readonly seconds?: number | null | undefined;
  /** A BCP 47 code; null or undefined for the language of the reader. */
  readonly language?: string | null | undefined;
}

const TIME = 't';
const LANGUAGE = 'lang';

/**
 * Returns the query string of the page of a film at a moment: `?t=75.4&lang=de`, or an empty one. The time has
 * milliseconds, as captions have: an earlier one would be in the caption before.
 */
export const momentQuery = ({ seconds, language }: FilmMoment): string => {
  const parameters = new URLSearchParams();
  if (seconds != null) parameters.set(TIME, String(Math.round(seconds * 1000) / 1000));
  if (language) parameters.set(LANGUAGE, language);
  return parameters.size > 0 ? `?${parameters}` : '';
};

/** Reads the time of an address in seconds; null without a valid one. */
export const timeOf = (search: URLSearchParams): number | null => parseTime(search.get(TIME));

/** Reads the language of captions and transcript of an address; null without a valid one. */
export const languageOf = (search: URLSearchParams): string | null => {
  const language = search.get(LANGUAGE);
  return language && isLanguageCode(language) ? language : null;
};

/** Returns the parameters of an address without the language. */
export const withoutLanguage = (search: URLSearchParams): URLSearchParams => {
  const parameters = new URLSearchParams(search);
  parameters.delete(LANGUAGE);
  return parameters;
};

/**
 * Returns the time of a link in seconds: of its parameter, else of its fragment, as in `#t=7` of media fragments
 * (https://www.w3.org/TR/media-frags/). Servers do not see the fragment.
 */
export const timeOfLink = ({ search, hash }: { search: URLSearchParams; hash: string }): number | null => {
  const fragment = new URLSearchParams(hash.slice(1)).get(TIME);
  return timeOf(search) ?? parseTime(fragment?.replace(/^npt:|,.*$/g, '') ?? null);
};
