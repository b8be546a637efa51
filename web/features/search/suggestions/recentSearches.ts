import { persistentStore, usePersistentStore } from '../../../lib/persistentStore.ts';

const MAX_SEARCHES = 6;

/** The recent queries, latest first, in local storage. */
const store = persistentStore<readonly string[]>({
  key: 'recent-searches',
  empty: [],
  parse: (value) =>
    Array.isArray(value) ? value.filter((query) => typeof query === 'string').slice(0, MAX_SEARCHES) : null,
});

const isSameQuery = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/** Returns the recent queries, latest first. */
export const useRecentSearches = (): readonly string[] => usePersistentStore(store);

/** Saves a query as the latest one. A query that differs from it only in case is replaced. */
export const saveSearch = (text: string): void => {
  const query = text.trim();
  if (query.length < 2) return;
  store.update((queries) =>
    [query, ...queries.filter((one) => !isSameQuery(one, query))].slice(0, MAX_SEARCHES),
  );
};

/** Removes a query; all of them without an argument. */
export const removeSearch = (query?: string): void =>
  store.update((queries) => {
    const remaining = queries.filter((one) => query !== undefined && one !== query);
    return remaining.length > 0 ? remaining : store.empty;
  });
