/** The watch state of one film. Times of day are Unix timestamps in milliseconds; 0 means never. */
export interface WatchState {
  /** The global id of the film. */
  id: string;
  /** The position to resume at, in seconds; 0 for the start. */
  position: number;
  /** In seconds; 0 for a film that was saved but never played. */
  duration: number;
  isWatched: boolean;
  /** The last time of playback. */
  watchedAt: number;
  /** The time at which the film was saved for later. */
  savedAt: number;
}

/** The watch history of a reader: watch states by film id, as stored in the browser. */
export interface WatchHistory {
  version: 2;
  films: Readonly<Record<string, WatchState>>;
}

export const EMPTY_WATCH_HISTORY: WatchHistory = { version: 2, films: {} };

/** The maximum number of films; the ones with the oldest activity are dropped. */
export const MAX_FILMS = 500;
/** Positions before this one are not worth resuming. */
const MIN_RESUME_SECONDS = 5;
/** The fraction of its duration after which a film counts as watched. */
const WATCHED_FRACTION = 0.95;

const INITIAL_STATE = { position: 0, duration: 0, isWatched: false, watchedAt: 0, savedAt: 0 };

const lastActivity = ({ watchedAt, savedAt }: WatchState): number => Math.max(watchedAt, savedAt);

const isNonNegative = (value: unknown): value is number => Number.isFinite(value) && (value as number) >= 0;

/** Returns whether a value is the watch state of a film. */
export const isWatchState = (value: unknown): value is WatchState => {
  const state = value as Partial<WatchState> | null;
  return (
    typeof state?.id === 'string' &&
    typeof state.isWatched === 'boolean' &&
    [state.position, state.duration, state.watchedAt, state.savedAt].every(isNonNegative)
  );
};

/** Parses a stored watch history. Invalid entries are dropped; null for another version or no watch history. */
export const parseWatchHistory = (value: unknown): WatchHistory | null => {
  const { version, films } = (value ?? {}) as { version?: unknown; films?: unknown };
  if (version !== 2 || typeof films !== 'object' || films === null) return null;
  return createWatchHistory(Object.values(films).filter(isWatchState));
};

/** Creates a watch history of the most recent states. */
export const createWatchHistory = (states: readonly WatchState[]): WatchHistory => {
  const recent = states.toSorted((a, b) => lastActivity(b) - lastActivity(a)).slice(0, MAX_FILMS);
  return { version: 2, films: Object.fromEntries(recent.map((state) => [state.id, state])) };
};

const updateFilm = (history: WatchHistory, id: string, change: Partial<WatchState>): WatchHistory => {
  const state = { ...INITIAL_STATE, id, ...history.films[id], ...change };
  if (lastActivity(state) === 0) return removeFilm(history, id);
  return createWatchHistory([...Object.values(history.films).filter((other) => other.id !== id), state]);
};

const removeFilm = (history: WatchHistory, id: string): WatchHistory => {
  const { [id]: removed, ...films } = history.films;
  return removed ? { version: 2, films } : history;
};

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
  return history.films[id]?.watchedAt
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
  history.films[id] ? updateFilm(history, id, { position: 0 }) : history;

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

const filterAndSort = (
  { films }: WatchHistory,
  isIncluded: (state: WatchState) => boolean,
  timeOf: (state: WatchState) => number,
): WatchState[] =>
  Object.values(films)
    .filter(isIncluded)
    .toSorted((a, b) => timeOf(b) - timeOf(a));

/** Returns the films with a position to resume, latest first. */
export const filmsInProgress = (history: WatchHistory): WatchState[] =>
  filterAndSort(
    history,
    ({ position }) => position > 0,
    ({ watchedAt }) => watchedAt,
  );

/** Returns the remaining seconds, rounded so that they add up with the displayed position and duration. */
export const remainingSeconds = ({ position, duration }: WatchState): number =>
  Math.round(duration) - Math.floor(position);

/** Returns the films saved for later, latest first. */
export const savedFilms = (history: WatchHistory): WatchState[] =>
  filterAndSort(
    history,
    ({ savedAt }) => savedAt > 0,
    ({ savedAt }) => savedAt,
  );

/** Returns the films that were played and are not in progress, latest first. */
export const watchedFilms = (history: WatchHistory): WatchState[] =>
  filterAndSort(
    history,
    ({ watchedAt, position }) => watchedAt > 0 && position === 0,
    ({ watchedAt }) => watchedAt,
  );

/**
 * Merges two watch histories: of each film, the position of its latest playback, and the latest time at which it was
 * saved.
 */
export const mergeWatchHistories = (one: WatchHistory, other: WatchHistory): WatchHistory => {
  const merged = new Map(Object.entries(one.films));
  for (const state of Object.values(other.films)) {
    const known = merged.get(state.id);
    const latest = known && known.watchedAt >= state.watchedAt ? known : state;
    merged.set(state.id, {
      ...latest,
      isWatched: state.isWatched || (known?.isWatched ?? false),
      savedAt: Math.max(state.savedAt, known?.savedAt ?? 0),
    });
  }
  return createWatchHistory([...merged.values()]);
};
