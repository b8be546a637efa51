import { useSyncExternalStore } from 'react';
import { type PersistentStore, persistentStore, usePersistentStore } from '../../lib/persistentStore.ts';
import { flagInProgress } from '../history/inProgress.ts';
import {
  EMPTY_WATCH_HISTORY,
  recordPosition,
  setSavedForLater,
  setWatched,
  type WatchHistory,
  type WatchState,
  watchHistory,
} from './watchHistory.ts';

const store = persistentStore<WatchHistory>({
  key: 'library',
  empty: EMPTY_WATCH_HISTORY,
  parse: watchHistory.parse,
  format: { parse: JSON.parse, stringify: watchHistory.stringify },
});

/** The watch history of this browser. */
export const watchHistoryStore: PersistentStore<WatchHistory> = {
  ...store,
  update(change) {
    store.update(change);
    flagInProgress('films-in-progress', watchHistory.inProgress(store.get()).length > 0);
  },
};

/** Returns the watch history as React state; empty on the server and during hydration. */
export const useWatchHistory = (): WatchHistory => usePersistentStore(watchHistoryStore);

const NO_IDS: ReadonlySet<string> = new Set();
let watchedIds = NO_IDS;

/** Returns the ids of the watched films: the same set until a film is marked as watched or unwatched. */
const getWatchedIds = (): ReadonlySet<string> => {
  const watched = Object.values(watchHistoryStore.get()).filter(({ isWatched }) => isWatched);
  const isSame = watched.length === watchedIds.size && watched.every(({ id }) => watchedIds.has(id));
  if (!isSame) watchedIds = new Set(watched.map(({ id }) => id));
  return watchedIds;
};

/** Returns the ids of the watched films; empty on the server and during hydration. */
export const useWatchedFilmIds = (): ReadonlySet<string> =>
  useSyncExternalStore(watchHistoryStore.subscribe, getWatchedIds, () => NO_IDS);

/** Returns the watch state of one film; undefined if there is none. */
export const useWatchState = (id: string): WatchState | undefined =>
  useSyncExternalStore(
    watchHistoryStore.subscribe,
    () => watchHistoryStore.get()[id],
    () => undefined,
  );

/** Saves the playback position of a film, in seconds. */
export const savePosition = (id: string, progress: { position: number; duration: number }): void =>
  watchHistoryStore.update((history) => recordPosition(history, id, progress, Date.now()));

/** Saves a film for later, or removes it from the saved films. */
export const saveForLater = (id: string, isSaved: boolean): void =>
  watchHistoryStore.update((history) => setSavedForLater(history, id, isSaved, Date.now()));

/** Marks a film as watched or unwatched. The duration is in seconds. */
export const markWatched = (id: string, change: { isWatched: boolean; duration: number }): void =>
  watchHistoryStore.update((history) => setWatched(history, id, change, Date.now()));
