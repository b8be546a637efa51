import {
  canonicalHref,
  hrefOf,
  parsePages,
  parseYears,
  type UrlValues,
  type Years,
} from '../../../lib/navigation/urlState.ts';

/** The ranges of lengths that films can be filtered by. The upper bound, in seconds, is exclusive. */
export const FILM_LENGTHS = {
  '15s': { label: 'Under 15 seconds', maxSeconds: 15 },
  '30s': { label: '15 to 30 seconds', maxSeconds: 30 },
  '1min': { label: '30 to 60 seconds', maxSeconds: 60 },
  '5min': { label: '1 to 5 minutes', maxSeconds: 300 },
  long: { label: '5 minutes and more', maxSeconds: Number.POSITIVE_INFINITY },
} as const;

export type FilmLength = keyof typeof FILM_LENGTHS;

/** The orders of the list of films. */
export const FILM_ORDERS = {
  newest: 'Newest',
  year: 'Year described',
  title: 'Title',
  length: 'Shortest',
} as const;

export type FilmOrder = keyof typeof FILM_ORDERS;

/** The state of the list of films. All of it is in the URL. */
export interface FilmListState extends Years {
  /** The slug of a topic. */
  topic: string | null;
  length: FilmLength | null;
  order: FilmOrder;
  /** The number of pages that the list shows, from 1. */
  pages: number;
}

/** The state of `/films` without parameters. */
export const ALL_FILMS: FilmListState = {
  topic: null,
  length: null,
  from: null,
  to: null,
  order: 'newest',
  pages: 1,
};

/** The list shows at most this many pages: filters are faster than a longer list. */
export const MAX_PAGES = 20;
const MAX_SLUG_CHARACTERS = 200;

const isKeyOf = <T extends object>(object: T, key: string | null): key is string & keyof T =>
  key !== null && Object.hasOwn(object, key);

/** Parses URL parameters such as `?topic=chaos&length=30s&from=1800&to=1990&order=year&page=2`. Ignores invalid values. */
export const parseFilmListState = (params: URLSearchParams): FilmListState => {
  const [length, order] = [params.get('length'), params.get('order')];
  return {
    topic: params.get('topic')?.slice(0, MAX_SLUG_CHARACTERS) || null,
    length: isKeyOf(FILM_LENGTHS, length) ? length : null,
    ...parseYears(params),
    order: isKeyOf(FILM_ORDERS, order) ? order : 'newest',
    pages: parsePages(params, MAX_PAGES),
  };
};

const toUrlValues = ({ topic, length, from, to, order, pages }: FilmListState): UrlValues => ({
  topic,
  length,
  from,
  to,
  order: order === 'newest' ? null : order,
  page: pages > 1 ? pages : null,
});

/** Returns the link to a list of films: equal lists have equal links. */
export const filmListHref = (state: FilmListState): string => hrefOf('/films', toUrlValues(state));

/** Returns the link that replaces a URL which is not canonical; null for a canonical one, see `canonicalHref`. */
export const canonicalFilmListHref = (params: URLSearchParams): string | null =>
  canonicalHref('/films', toUrlValues(parseFilmListState(params)), params);

/** Returns true if the list does not contain all films. */
export const hasFilters = ({ topic, length, from, to }: FilmListState): boolean =>
  topic !== null || length !== null || from !== null || to !== null;
