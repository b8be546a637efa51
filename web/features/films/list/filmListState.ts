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
export interface FilmListState {
  /** The slug of a topic. */
  topic: string | null;
  length: FilmLength | null;
  /** Years, both inclusive. */
  from: number | null;
  to: number | null;
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
const MAX_PAGES = 20;
const MAX_SLUG_CHARACTERS = 200;

const isKeyOf = <T extends object>(object: T, key: string | null): key is string & keyof T =>
  key !== null && Object.hasOwn(object, key);

const parseYear = (text: string | null): number | null =>
  text && /^-?\d{1,4}$/.test(text) ? Number(text) : null;

const parsePages = (text: string | null): number =>
  text && /^\d{1,2}$/.test(text) ? Math.min(Math.max(Number(text), 1), MAX_PAGES) : 1;

/** Parses URL parameters such as `?topic=chaos&length=30s&from=1800&to=1990&order=year&page=2`. Ignores invalid values. */
export const parseFilmListState = (params: URLSearchParams): FilmListState => {
  const [length, order] = [params.get('length'), params.get('order')];
  const [from, to] = [parseYear(params.get('from')), parseYear(params.get('to'))];
  const isReversed = from !== null && to !== null && from > to;
  return {
    topic: params.get('topic')?.slice(0, MAX_SLUG_CHARACTERS) || null,
    length: isKeyOf(FILM_LENGTHS, length) ? length : null,
    from: isReversed ? to : from,
    to: isReversed ? from : to,
    order: isKeyOf(FILM_ORDERS, order) ? order : 'newest',
    pages: parsePages(params.get('page')),
  };
};

/** Returns the link to a list of films: equal lists have equal links. */
export const filmListHref = ({ topic, length, from, to, order, pages }: FilmListState): string => {
  const params = new URLSearchParams();
  if (topic) params.set('topic', topic);
  if (length) params.set('length', length);
  if (from !== null) params.set('from', String(from));
  if (to !== null) params.set('to', String(to));
  if (order !== 'newest') params.set('order', order);
  if (pages > 1) params.set('page', String(pages));
  return params.size > 0 ? `/films?${params}` : '/films';
};

/** The parameters of a list of films. Others, such as `utm_source`, do not make a URL uncanonical. */
const PARAM_NAMES = ['topic', 'length', 'from', 'to', 'order', 'page'];

/**
 * Returns the canonical link for URL parameters that are not canonical, such as those of a submitted form; null if they
 * are canonical already.
 */
export const canonicalFilmListHref = (params: URLSearchParams): string | null => {
  const given = new URLSearchParams([...params].filter(([name]) => PARAM_NAMES.includes(name)));
  const canonical = filmListHref(parseFilmListState(params));
  return canonical === (given.size > 0 ? `/films?${given}` : '/films') ? null : canonical;
};

/** Returns true if the list does not contain all films. */
export const hasFilters = ({ topic, length, from, to }: FilmListState): boolean =>
  topic !== null || length !== null || from !== null || to !== null;
