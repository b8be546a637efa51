/** What a reader has done with one film. Times of day are milliseconds since 1970, 0 for never. */
export interface KeptFilm {
  /** The film's global id. */
  id: string;
  /** Where to go on, in seconds; 0 for the beginning. */
  place: number;
  /** The film's length in seconds; 0 as long as it was only saved. */
  length: number;
  /** Whether it was once watched to its end. */
  watched: boolean;
  /** When it was last watched. */
  seenAt: number;
  /** When it was put aside for later. */
  laterAt: number;
}

/** All that a reader keeps, by the films' ids. */
export interface Library {
  version: 1;
  films: Readonly<Record<string, KeptFilm>>;
}

export const EMPTY_LIBRARY: Library = { version: 1, films: {} };

/** Films kept at most; beyond, the ones touched longest ago are forgotten. */
export const MOST_FILMS = 500;
/** Seconds at the beginning that are not worth returning to. */
const OPENING = 5;
/** The share of a film after which it counts as watched. */
const WATCHED_SHARE = 0.95;

const UNTOUCHED = { place: 0, length: 0, watched: false, seenAt: 0, laterAt: 0 };

const touchedAt = ({ seenAt, laterAt }: KeptFilm): number => Math.max(seenAt, laterAt);

const isMeasure = (value: unknown): value is number => Number.isFinite(value) && (value as number) >= 0;

const isKeptFilm = (value: unknown): value is KeptFilm => {
  const film = value as Partial<KeptFilm> | null;
  return (
    typeof film?.id === 'string' &&
    typeof film.watched === 'boolean' &&
    [film.place, film.length, film.seenAt, film.laterAt].every(isMeasure)
  );
};

/** Reads a library that was kept. What is not a film is left out; another version, or none, is not a library. */
export const parseLibrary = (value: unknown): Library | null => {
  const { version, films } = (value ?? {}) as { version?: unknown; films?: unknown };
  if (version !== 1 || typeof films !== 'object' || films === null) return null;
  return bounded(Object.values(films).filter(isKeptFilm));
};

const bounded = (films: readonly KeptFilm[]): Library => {
  const kept = films.toSorted((a, b) => touchedAt(b) - touchedAt(a)).slice(0, MOST_FILMS);
  return { version: 1, films: Object.fromEntries(kept.map((film) => [film.id, film])) };
};

const changed = (library: Library, id: string, change: Partial<KeptFilm>): Library => {
  const film = { ...UNTOUCHED, id, ...library.films[id], ...change };
  if (touchedAt(film) === 0) return without(library, id);
  return bounded([...Object.values(library.films).filter((other) => other.id !== id), film]);
};

const without = (library: Library, id: string): Library => {
  const { [id]: gone, ...films } = library.films;
  return gone ? { version: 1, films } : library;
};

/**
 * Notes where somebody is in a film. The first seconds are not worth returning to, and who has come within the last
 * twentieth has watched it.
 * @param at `place` and `length` in seconds
 * @param now milliseconds since 1970
 */
export const notePlace = (
  library: Library,
  id: string,
  at: { place: number; length: number },
  now: number,
): Library => {
  const { place, length } = at;
  if (!(length > 0)) return library;
  if (place >= length * WATCHED_SHARE)
    return changed(library, id, { place: 0, length, watched: true, seenAt: now });
  if (place >= OPENING) return changed(library, id, { place, length, seenAt: now });
  return library.films[id]?.seenAt ? changed(library, id, { place: 0, length, seenAt: now }) : library;
};

/** Puts a film aside for later, or takes it back. */
export const saveForLater = (library: Library, id: string, saved: boolean, now: number): Library =>
  changed(library, id, { laterAt: saved ? now : 0 });

/** Forgets where somebody is in a film: it begins anew. */
export const forgetPlace = (library: Library, id: string): Library =>
  library.films[id] ? changed(library, id, { place: 0 }) : library;

/** Forgets that a film was watched; it stays among those for later if it is there. */
export const forgetSeen = (library: Library, id: string): Library =>
  changed(library, id, { place: 0, watched: false, seenAt: 0 });

/**
 * Notes that a film was watched to its end, or takes that back.
 * @param length the film's, in seconds
 */
export const markWatched = (
  library: Library,
  id: string,
  { watched, length }: { watched: boolean; length: number },
  now: number,
): Library =>
  watched ? changed(library, id, { place: 0, length, watched, seenAt: now }) : forgetSeen(library, id);

/** Forgets all of the history. */
export const forgetHistory = (library: Library): Library =>
  history(library)
    .map(({ id }) => id)
    .reduce(forgetSeen, library);

const listed = (
  { films }: Library,
  belongs: (film: KeptFilm) => boolean,
  at: (film: KeptFilm) => number,
): KeptFilm[] =>
  Object.values(films)
    .filter(belongs)
    .toSorted((a, b) => at(b) - at(a));

/** The films begun and not finished, the latest first. */
export const toContinue = (library: Library): KeptFilm[] =>
  listed(
    library,
    ({ place }) => place > 0,
    ({ seenAt }) => seenAt,
  );

/** How many seconds of a film are left, as a clock counts that shows whole seconds of both. */
export const secondsLeft = ({ place, length }: KeptFilm): number => Math.round(length) - Math.floor(place);

/** The films put aside, the latest first. */
export const forLater = (library: Library): KeptFilm[] =>
  listed(
    library,
    ({ laterAt }) => laterAt > 0,
    ({ laterAt }) => laterAt,
  );

/** The films watched, the latest first; those that somebody is in the middle of are not, or not again. */
export const history = (library: Library): KeptFilm[] =>
  listed(
    library,
    ({ seenAt, place }) => seenAt > 0 && place === 0,
    ({ seenAt }) => seenAt,
  );
