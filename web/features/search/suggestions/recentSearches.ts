import { persistentStore, usePersistentStore } from '../../../components/persistentStore.ts';

const MAX_SEARCHES = 6;

/** What the reader searched for, on this device only, the latest first. */
const store = persistentStore<readonly string[]>({
  key: 'recent-searches',
  empty: [],
  parse: (value) =>
    Array.isArray(value) ? value.filter((word) => typeof word === 'string').slice(0, MAX_SEARCHES) : null,
});

const same = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/** The recent searches, the latest first; renders again when they change. */
export const useRecentSearches = (): readonly string[] => usePersistentStore(store);

/** Puts a search before the others; the same words are remembered once. */
export const rememberSearch = (words: string): void => {
  const query = words.trim();
  if (query.length < 2) return;
  store.update((searches) => [query, ...searches.filter((one) => !same(one, query))].slice(0, MAX_SEARCHES));
};

/** Forgets one search, or all of them. */
export const forgetSearch = (query?: string): void =>
  store.update((searches) => {
    const left = searches.filter((one) => query !== undefined && one !== query);
    return left.length > 0 ? left : store.empty;
  });
