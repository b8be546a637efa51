import { canAutoplay } from '../../../lib/mediaConditions.ts';
import { persistentStore, usePersistentStore } from '../../../lib/persistentStore.ts';

/** Playback preferences of a reader, stored in the browser. */
export interface Preferences {
  /** On by default, because the captions are the only commentary of a film without speech. */
  captions: boolean;
  /** The language of captions and transcript, as a BCP 47 code. */
  language: string;
  /** 0 to 1. */
  volume: number;
  muted: boolean;
  /** The playback rate; 1 is normal speed. */
  rate: number;
  /** The preferred video height in pixels; null selects the quality automatically. */
  height: number | null;
  /** Null until the reader chooses: the next film then starts by itself where other videos do. */
  autoplayNext: boolean | null;
}

const DEFAULT_PREFERENCES: Preferences = {
  captions: true,
  language: 'en',
  volume: 1,
  muted: false,
  rate: 1,
  height: null,
  autoplayNext: null,
};

/** The playback rates that the player offers. */
export const PLAYBACK_RATES: readonly number[] = [0.25, 0.5, 0.75, 1, 1.25, 1.5, 2];

const parse = (value: unknown): Preferences | null => {
  if (typeof value !== 'object' || value === null) return null;
  const { captions, language, volume, muted, rate, height, autoplayNext } = value as Partial<Preferences>;
  const { language: defaultLanguage } = DEFAULT_PREFERENCES;
  return {
    captions: captions !== false,
    language:
      typeof language === 'string' && /^[a-z]{2,3}(-\w+)*$/i.test(language) ? language : defaultLanguage,
    volume: typeof volume === 'number' && volume >= 0 && volume <= 1 ? volume : 1,
    muted: muted === true,
    rate: PLAYBACK_RATES.find((offered) => offered === rate) ?? 1,
    height: typeof height === 'number' && height > 0 ? height : null,
    autoplayNext: typeof autoplayNext === 'boolean' ? autoplayNext : null,
  };
};

const store = persistentStore<Preferences>({ key: 'watching', empty: DEFAULT_PREFERENCES, parse });

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
 * Returns the best language for a reader: the preferred one, else another region of it, else English, else the first.
 * @returns a BCP 47 code of the list; null when the list is empty
 */
export const bestLanguage = (languages: readonly string[], preferred: string): string | null => {
  const base = (code: string) => code.toLowerCase().split('-')[0];
  return (
    languages.find((code) => code.toLowerCase() === preferred.toLowerCase()) ??
    languages.find((code) => base(code) === base(preferred)) ??
    languages.find((code) => base(code) === 'en') ??
    languages[0] ??
    null
  );
};
