import type { VideoStatus } from '../../../data/schema.generated.ts';
import { playableFirst } from '../../../lib/playable.ts';
import { FILM_LENGTHS, type FilmLength, type FilmListState, type FilmOrder } from './filmListState.ts';

/** The facts of a film that filters and orders use. */
export interface IndexedFilm {
  id: string;
  slug: string;
  title: string;
  year: number | null;
  topics: readonly { slug: string; title: string }[];
  video: { status: VideoStatus; duration: number | null } | null;
}

/** The value of a filter, with the number of films that have it. */
export interface FilterOption<V extends string> {
  value: V;
  label: string;
  count: number;
}

const LENGTHS = Object.keys(FILM_LENGTHS) as FilmLength[];

const lengthOf = ({ video }: IndexedFilm): FilmLength | null => {
  const seconds = video?.duration;
  if (seconds === null || seconds === undefined) return null;
  return LENGTHS.find((length) => seconds < FILM_LENGTHS[length].maxSeconds) ?? null;
};

/** One condition for each filter. */
const CONDITIONS = {
  topic: (film: IndexedFilm, { topic }: FilmListState) =>
    topic === null || film.topics.some(({ slug }) => slug === topic),
  length: (film: IndexedFilm, { length }: FilmListState) => length === null || lengthOf(film) === length,
  years: ({ year }: IndexedFilm, { from, to }: FilmListState) =>
    (from === null || (year !== null && year >= from)) && (to === null || (year !== null && year <= to)),
};

type FilterName = keyof typeof CONDITIONS;

/** Returns the films that match all filters, except the ignored one. */
const matching = <F extends IndexedFilm>(
  films: readonly F[],
  state: FilmListState,
  ignored?: FilterName,
): F[] =>
  films.filter((film) =>
    Object.entries(CONDITIONS).every(([name, isMatch]) => name === ignored || isMatch(film, state)),
  );

/** Compares numbers, and sorts missing numbers to the end. */
const compareNumbers = (one: number | null | undefined, other: number | null | undefined): number => {
  const [a, b] = [one ?? Number.MAX_VALUE, other ?? Number.MAX_VALUE];
  return a === b ? 0 : a - b;
};

/** The films are in the order `newest` already. */
const COMPARE: Record<Exclude<FilmOrder, 'newest'>, (one: IndexedFilm, other: IndexedFilm) => number> = {
  year: (one, other) => compareNumbers(one.year, other.year),
  title: (one, other) => one.title.localeCompare(other.title, 'en'),
  length: (one, other) => compareNumbers(one.video?.duration, other.video?.duration),
};

/**
 * Returns the films of a list in its order. Films whose videos cannot be played are last.
 * @param films all films, newest first
 */
export const selectFilms = <F extends IndexedFilm>(films: readonly F[], state: FilmListState): F[] => {
  const selected = matching(films, state);
  const ordered = state.order === 'newest' ? selected : selected.toSorted(COMPARE[state.order]);
  return playableFirst(ordered);
};

/** Returns the topics of the films that match the other filters, by title. The selected topic is always among them. */
export const topicOptions = (films: readonly IndexedFilm[], state: FilmListState): FilterOption<string>[] => {
  const counted = new Set(matching(films, state, 'topic'));
  const options = new Map<string, FilterOption<string>>();
  for (const film of films)
    for (const { slug, title } of film.topics) {
      const option = options.get(slug) ?? { value: slug, label: title, count: 0 };
      options.set(slug, { ...option, count: option.count + Number(counted.has(film)) });
    }
  return [...options.values()]
    .filter(({ value, count }) => count > 0 || value === state.topic)
    .toSorted((one, other) => one.label.localeCompare(other.label, 'en'));
};

/** Returns the lengths of the films that match the other filters. The selected length is always among them. */
export const lengthOptions = (
  films: readonly IndexedFilm[],
  state: FilmListState,
): FilterOption<FilmLength>[] => {
  const filmsOfAnyLength = matching(films, state, 'length');
  return LENGTHS.map((value) => ({
    value,
    label: FILM_LENGTHS[value].label,
    count: filmsOfAnyLength.filter((film) => lengthOf(film) === value).length,
  })).filter(({ value, count }) => count > 0 || value === state.length);
};

/** Returns the first and the last year of the films; null if none has a year. */
export const yearsOf = (films: readonly IndexedFilm[]): { first: number; last: number } | null => {
  const years = films.flatMap(({ year }) => year ?? []);
  return years.length === 0 ? null : { first: Math.min(...years), last: Math.max(...years) };
};
