import { useSyncExternalStore } from 'react';
import { type PersistentStore, persistentStore, usePersistentStore } from '../../lib/persistentStore.ts';
import { flagInProgress } from '../history/inProgress.ts';
import {
  type ArticleSummary,
  EMPTY_READING_HISTORY,
  type ReadingHistory,
  type ReadingProgress,
  type ReadingState,
  readingHistory,
  recordReadingPosition,
  setArticleSaved,
} from './readingHistory.ts';

const store = persistentStore<ReadingHistory>({
  key: 'reading-history',
  empty: EMPTY_READING_HISTORY,
  parse: readingHistory.parse,
  format: { parse: JSON.parse, stringify: readingHistory.stringify },
});

/** The reading history of this browser. */
export const readingHistoryStore: PersistentStore<ReadingHistory> = {
  ...store,
  update(change) {
    store.update(change);
    flagInProgress('articles-in-progress', readingHistory.inProgress(store.get()).length > 0);
  },
};

/** Returns the reading history as React state; empty on the server and during hydration. */
export const useReadingHistory = (): ReadingHistory => usePersistentStore(readingHistoryStore);

/** Returns the reading state of one article; undefined if there is none. */
export const useReadingState = (id: string): ReadingState | undefined =>
  useSyncExternalStore(
    readingHistoryStore.subscribe,
    () => readingHistoryStore.get()[id],
    () => undefined,
  );

/** Records how far and how long an article has been read. */
export const saveReadingProgress = (article: ArticleSummary, progress: ReadingProgress): void =>
  readingHistoryStore.update((history) => recordReadingPosition(history, article, progress, Date.now()));

/** Saves an article for later, or removes it from the saved articles. */
export const saveArticleForLater = (article: ArticleSummary, isSaved: boolean): void =>
  readingHistoryStore.update((history) => setArticleSaved(history, article, isSaved, Date.now()));
