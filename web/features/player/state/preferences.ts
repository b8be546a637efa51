import { canAutoplay } from '../../../lib/mediaConditions.ts';
import { persistentStore, usePersistentStore } from '../../../lib/persistentStore.ts';
import { SITE_LANGUAGE } from '../../../lib/publication.ts';
import { isLanguageCode } from '../../../lib/text/languageCode.ts';

/** The sizes of captions, in ascending order. */
export const CAPTION_SIZES = ['small', 'medium', 'large'] as const;
type CaptionSize = (typeof CAPTION_SIZES)[number];

/** What is behind captions: a box, or a shadow of the letters. */
export const CAPTION_BACKGROUNDS = ['box', 'shadow'] as const;
type CaptionBackground = (typeof CAPTION_BACKGROUNDS)[number];

/** Playback preferences of a reader, stored in the browser. */
export interface Preferences {
  /** On by default, because the captions are the only commentary of a film without speech. */
  captions: boolean;
  /** The language of captions and transcript, as a BCP 47 code. Null until the reader chooses one. */
  language: string | null;
  /** 0 to 1. */
  volume: number;
  muted: boolean;
  /** The playback rate; 1 is normal speed. */
  rate: number;
  /** The preferred video height in pixels; null selects the quality automatically. */
  height: number | null;
  /** Plays short films again and again. */
  loop: boolean;
  captionSize: CaptionSize;
  captionBackground: CaptionBackground;
  /** Null until the reader chooses: the next film then starts by itself where other videos do. */
  autoplayNext: boolean | null;
  /** Whether keys without Ctrl, Alt or Meta are shortcuts. Speech input and unsteady hands press them by accident. */
  shortcuts: boolean;
}

const DEFAULT_PREFERENCES: Preferences = {
  captions: true,
  language: null,
  volume: 1,
  muted: false,
  rate: 1,
  height: null,
  loop: false,
  captionSize: 'medium',
  captionBackground: 'box',
  autoplayNext: null,
  shortcuts: true,
};

/** The key of the preferences in the storage of the browser. */
export const PREFERENCES_KEY = 'watching';

/** The playback rates that the player offers. */
export const PLAYBACK_RATES: readonly number[] = [0.25, 0.5, 0.75, 1, 1.25, 1.5, 2];

const parse = (value: unknown): Preferences | null => {
  if (typeof value !== 'object' || value === null) return null;
  const { captions, language, volume, muted, rate, height, loop, autoplayNext } =
    value as Partial<Preferences>;
  const { captionSize, captionBackground, shortcuts } = value as Partial<Preferences>;
  return {
    captions: captions !== false,
    language: typeof language === 'string' && isLanguageCode(language) ? language : null,
    volume: typeof volume === 'number' && volume >= 0 && volume <= 1 ? volume : 1,
    muted: muted === true,
    rate: PLAYBACK_RATES.find((offered) => offered === rate) ?? 1,
    height: typeof height === 'number' && height > 0 ? height : null,
    loop: loop === true,
    captionSize: CAPTION_SIZES.find((offered) => offered === captionSize) ?? 'medium',
    captionBackground: CAPTION_BACKGROUNDS.find((offered) => offered === captionBackground) ?? 'box',
    autoplayNext: typeof autoplayNext === 'boolean' ? autoplayNext : null,
    shortcuts: shortcuts !== false,
  };
};

const store = persistentStore<Preferences>({ key: PREFERENCES_KEY, empty: DEFAULT_PREFERENCES, parse });

/** Returns the current preferences. */
export const getPreferences = (): Preferences => store.get();

/** Returns true if the next film starts by itself. In browsers only. */
export const autoplaysNext = ({ autoplayNext }: Preferences): boolean => autoplayNext ?? canAutoplay();

/** Merges a change into the stored preferences. */
export const updatePreferences = (change: Partial<Preferences>): void =>
  store.update((previous) =>
    Object.entries(change).every(([name, value]) => previous[name as keyof Preferences] === value)
      ? previous
      : { ...previous, ...change },
  );

/** Returns the current preferences as React state; the defaults on the server and during hydration. */
export const usePreferences = (): Preferences => usePersistentStore(store);

/**
 * Returns the best language for a reader: the first preferred language that there is, or another region of it, else
 * English, else the first.
 * @param preferred BCP 47 codes, the best first
 * @returns a BCP 47 code of `languages`; null if they are empty
 */
export const bestLanguage = (languages: readonly string[], preferred: readonly string[]): string | null => {
  const base = (code: string) => code.toLowerCase().split('-')[0];
  for (const wanted of [...preferred, SITE_LANGUAGE]) {
    const best =
      languages.find((code) => code.toLowerCase() === wanted.toLowerCase()) ??
      languages.find((code) => base(code) === base(wanted));
    if (best !== undefined) return best;
  }
  return languages[0] ?? null;
};

/** The length in seconds up to which a film can be looped. */
const MAX_LOOP_SECONDS = 120;

/** Returns whether a film is short enough to be looped. @param duration in seconds; null while unknown */
export const canLoop = (duration: number | null | undefined): boolean =>
  duration != null && duration <= MAX_LOOP_SECONDS;
