import { useSyncExternalStore } from 'react';
import { persistentStore, usePersistentStore } from '../../lib/persistentStore.ts';
import {
  type ArticleSummary,
  EMPTY_READING_HISTORY,
  type ReadingHistory,
  type ReadingState,
  readingHistory,
  recordReadingPosition,
  setArticleSaved,
} from './readingHistory.ts';

/** The reading history of this browser. */
export const readingHistoryStore = persistentStore<ReadingHistory>({
  key: 'reading-history',
  empty: EMPTY_READING_HISTORY,
  parse: readingHistory.parse,
  format: { parse: JSON.parse, stringify: readingHistory.stringify },
});

/** Returns the reading history as React state; empty on the server and during hydration. */
export const useReadingHistory = (): ReadingHistory => usePersistentStore(readingHistoryStore);

/** Returns the reading state of one article; undefined if there is none. */
export const useReadingState = (id: string): ReadingState | undefined =>
  useSyncExternalStore(
    readingHistoryStore.subscribe,
    () => readingHistoryStore.get()[id],
    () => undefined,
  );

/** Records the reading position of an article, as a fraction of its text. */
export const saveReadingPosition = (article: ArticleSummary, position: number): void =>
  readingHistoryStore.update((history) => recordReadingPosition(history, article, position, Date.now()));

/** Saves an article for later, or removes it from the saved articles. */
export const saveArticleForLater = (article: ArticleSummary, isSaved: boolean): void =>
  readingHistoryStore.update((history) => setArticleSaved(history, article, isSaved, Date.now()));
