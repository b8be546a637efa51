import { type History, type HistoryEntry, historyFunctions, isNonNegative } from '../history/history.ts';

/** The watch state of one film. Times of day are Unix timestamps in milliseconds; 0 means never. */
export interface WatchState extends HistoryEntry {
  /** In seconds; 0 for a film that was saved but never played. */
  readonly duration: number;
  readonly isWatched: boolean;
  /** The last time of playback. */
  readonly watchedAt: number;
}

/** The watch states of a reader by film id. A position is in seconds. */
export type WatchHistory = History<WatchState>;

export const EMPTY_WATCH_HISTORY: WatchHistory = {};

/** Positions before this position are not worth resuming. */
const MIN_RESUME_SECONDS = 5;
/** The fraction of its duration after which a film counts as watched. */
const WATCHED_FRACTION = 0.95;

const INITIAL_STATE = { position: 0, duration: 0, isWatched: false, watchedAt: 0, savedAt: 0 };

/** Returns whether a value is the watch state of a film. */
export const isWatchState = (value: unknown): value is WatchState => {
  const state = value as Partial<WatchState> | null;
  return (
    typeof state?.id === 'string' &&
    typeof state.isWatched === 'boolean' &&
    [state.position, state.duration, state.watchedAt, state.savedAt].every(isNonNegative)
  );
};

/** The functions of watch histories in general. */
export const watchHistory = historyFunctions<WatchState>({
  version: 2,
  attribute: 'films',
  isEntry: isWatchState,
  usedAt: ({ watchedAt }) => watchedAt,
  mergeFlags: (one, other) => ({ isWatched: one.isWatched || other.isWatched }),
});

const updateFilm = (history: WatchHistory, id: string, change: Partial<WatchState>): WatchHistory =>
  watchHistory.setEntry(history, { ...INITIAL_STATE, id, ...history[id], ...change });

/**
 * Records the playback position of a film. Near its end the film counts as watched; near its start there is nothing to
 * resume.
 * @param progress in seconds
 * @param now Unix timestamp in milliseconds
 */
export const recordPosition = (
  history: WatchHistory,
  id: string,
  progress: { position: number; duration: number },
  now: number,
): WatchHistory => {
  const { position, duration } = progress;
  if (!(duration > 0)) return history;
  if (position >= duration * WATCHED_FRACTION)
    return updateFilm(history, id, { position: 0, duration, isWatched: true, watchedAt: now });
  if (position >= MIN_RESUME_SECONDS) return updateFilm(history, id, { position, duration, watchedAt: now });
  return history[id]?.watchedAt
    ? updateFilm(history, id, { position: 0, duration, watchedAt: now })
    : history;
};

/** Saves a film for later, or removes it from the saved films. */
export const setSavedForLater = (
  history: WatchHistory,
  id: string,
  isSaved: boolean,
  now: number,
): WatchHistory => updateFilm(history, id, { savedAt: isSaved ? now : 0 });

/** Clears the position of a film, so that it starts at the beginning. */
export const clearPosition = (history: WatchHistory, id: string): WatchHistory =>
  history[id] ? updateFilm(history, id, { position: 0 }) : history;

/** Removes a film from the watched films and the films in progress. A saved film stays saved. */
export const clearWatched = (history: WatchHistory, id: string): WatchHistory =>
  updateFilm(history, id, { position: 0, isWatched: false, watchedAt: 0 });

/**
 * Marks a film as watched or unwatched.
 * @param duration of the film, in seconds
 */
export const setWatched = (
  history: WatchHistory,
  id: string,
  { isWatched, duration }: { isWatched: boolean; duration: number },
  now: number,
): WatchHistory =>
  isWatched
    ? updateFilm(history, id, { position: 0, duration, isWatched, watchedAt: now })
    : clearWatched(history, id);

/** Clears the watched films. Films in progress and saved films stay. */
export const clearHistory = (history: WatchHistory): WatchHistory =>
  watchedFilms(history)
    .map(({ id }) => id)
    .reduce(clearWatched, history);

/** Returns the remaining seconds, rounded so that they add up with the displayed position and duration. */
export const remainingSeconds = ({ position, duration }: WatchState): number =>
  Math.round(duration) - Math.floor(position);

/** Returns the films that were played and are not in progress, latest first. */
export const watchedFilms = (history: WatchHistory): WatchState[] =>
  watchHistory.select(history, ({ watchedAt, position }) => watchedAt > 0 && position === 0);
