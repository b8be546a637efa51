import { persistentStore, usePersistentStore } from '../../../components/persistentStore.ts';

/** How a reader likes to watch. */
export interface Preferences {
  captions: boolean;
  /** A BCP 47 code: of the captions, and of the words beside the film. */
  language: string;
  /** 0 to 1. */
  volume: number;
  muted: boolean;
  /** 1 for the speed at which it was drawn. */
  rate: number;
  /** In pixels; null for what the connection and the window allow. */
  height: number | null;
  /** Whether the next film begins by itself. */
  goesOn: boolean;
}

const DEFAULT_PREFERENCES: Preferences = {
  captions: false,
  language: 'en',
  volume: 1,
  muted: false,
  rate: 1,
  height: null,
  goesOn: true,
};

/** The speeds there are. */
export const RATES: readonly number[] = [0.25, 0.5, 0.75, 1, 1.25, 1.5, 2];

const parse = (value: unknown): Preferences | null => {
  if (typeof value !== 'object' || value === null) return null;
  const { captions, language, volume, muted, rate, height, goesOn } = value as Partial<Preferences>;
  const { language: usual } = DEFAULT_PREFERENCES;
  return {
    captions: captions === true,
    language: typeof language === 'string' && /^[a-z]{2,3}(-\w+)*$/i.test(language) ? language : usual,
    volume: typeof volume === 'number' && volume >= 0 && volume <= 1 ? volume : 1,
    muted: muted === true,
    rate: RATES.find((one) => one === rate) ?? 1,
    height: typeof height === 'number' && height > 0 ? height : null,
    goesOn: goesOn !== false,
  };
};

const store = persistentStore<Preferences>({ key: 'watching', empty: DEFAULT_PREFERENCES, parse });

/** How this reader likes to watch, now. */
export const preferences = (): Preferences => store.get();

/** Changes some of it, for this film and for those to come. */
export const prefer = (change: Partial<Preferences>): void =>
  store.update((before) =>
    Object.entries(change).every(([name, value]) => before[name as keyof Preferences] === value)
      ? before
      : { ...before, ...change },
  );

/** How this reader likes to watch; the usual on a server and while a page wakes up. */
export const usePreferences = (): Preferences => usePersistentStore(store);

/**
 * The language among those there are that suits a reader best: their own, or another region's, else English, else
 * the first.
 * @returns a BCP 47 code of the list; null when it is empty
 */
export const bestLanguage = (languages: readonly string[], wanted: string): string | null => {
  const base = (code: string) => code.toLowerCase().split('-')[0];
  return (
    languages.find((code) => code.toLowerCase() === wanted.toLowerCase()) ??
    languages.find((code) => base(code) === base(wanted)) ??
    languages.find((code) => base(code) === 'en') ??
    languages[0] ??
    null
  );
};
