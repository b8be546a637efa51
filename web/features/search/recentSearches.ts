/** What the reader has sought before, on this device only, the latest first. */
const KEY = 'recent-searches';
const MOST = 6;
const NONE: readonly string[] = [];

let known: readonly string[] | null = null;
const listeners = new Set<() => void>();

const read = (): readonly string[] => {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(kept) ? kept.filter((word) => typeof word === 'string').slice(0, MOST) : NONE;
  } catch {
    return NONE;
  }
};

const keep = (searches: readonly string[]): void => {
  known = searches;
  try {
    if (searches.length > 0) localStorage.setItem(KEY, JSON.stringify(searches));
    else localStorage.removeItem(KEY);
  } catch {
    // Private windows refuse storage; the list then lasts as long as the page.
  }
  for (const listener of listeners) listener();
};

const same = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/** The searches as they are remembered; the same array as long as they have not changed. */
export const recentSearches = (): readonly string[] => {
  known ??= read();
  return known;
};

/** What a server knows of them. */
export const noSearches = (): readonly string[] => NONE;

/** Puts a search before the others; the same words are remembered once. */
export const rememberSearch = (words: string): void => {
  const query = words.trim();
  if (query.length < 2) return;
  keep([query, ...recentSearches().filter((one) => !same(one, query))].slice(0, MOST));
};

/** Forgets one search, or all of them. */
export const forgetSearch = (query?: string): void =>
  keep(query === undefined ? NONE : recentSearches().filter((one) => one !== query));

/** Calls back whenever the list changes, in this tab or in another; returns how to end that. */
export const onRecentSearches = (listener: () => void): (() => void) => {
  const elsewhere = (event: StorageEvent) => {
    if (event.key !== KEY && event.key !== null) return;
    known = null;
    listener();
  };
  listeners.add(listener);
  addEventListener('storage', elsewhere);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', elsewhere);
  };
};
