import { useSyncExternalStore } from 'react';
import { noSearches, onRecentSearches, recentSearches } from './recentSearches.ts';

/** What the reader has sought before, the latest first; none on a server and in the first render. */
export const useRecentSearches = (): readonly string[] =>
  useSyncExternalStore(onRecentSearches, recentSearches, noSearches);
