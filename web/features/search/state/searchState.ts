import type { SearchFilter, SearchType } from '../../../apollo/schema.generated.ts';

/** What a page of results is about: one kind of thing, the seconds of films, or everything when null. */
export type Scope = SearchType | 'MOMENT' | null;

/** All that a search page shows follows from this, and all of it stands in the address. */
export interface SearchState {
  query: string;
  scope: Scope;
  /** Slugs. */
  topics: string[];
  /** Years, both included. */
  from: number | null;
  to: number | null;
  /** How many pages of a list are shown, from 1. */
  pages: number;
}

/** The state of `/search` without anything. */
export const NOTHING_SOUGHT: SearchState = {
  query: '',
  scope: null,
  topics: [],
  from: null,
  to: null,
  pages: 1,
};

/** The kinds a search can be held to, in the order in which they are offered. */
export const SCOPES: readonly NonNullable<Scope>[] = [
  'FILM',
  'MOMENT',
  'ARTICLE',
  'PERSON',
  'TOPIC',
  'COLLECTION',
];
const LONGEST_QUERY = 200;
/** A page that shows more is slower than a better search. */
const MOST_PAGES = 10;

const scopeOf = (word: string | null): Scope => SCOPES.find((scope) => scope === word?.toUpperCase()) ?? null;

const year = (text: string | null): number | null => (text && /^-?\d{1,4}$/.test(text) ? Number(text) : null);

const pagesOf = (text: string | null): number =>
  text && /^\d{1,2}$/.test(text) ? Math.min(Math.max(Number(text), 1), MOST_PAGES) : 1;

/** Reads an address such as `?q=wave&type=film&topic=chaos&from=1800&to=1990`; what it does not know it leaves out. */
export const readSearch = (address: URLSearchParams): SearchState => {
  const [one, other] = [year(address.get('from')), year(address.get('to'))];
  const swapped = one !== null && other !== null && one > other;
  return {
    query: (address.get('q') ?? '').slice(0, LONGEST_QUERY).trim(),
    scope: address.getAll('type').map(scopeOf).find(Boolean) ?? null,
    topics: [...new Set(address.getAll('topic').filter(Boolean))].sort(),
    from: swapped ? other : one,
    to: swapped ? one : other,
    pages: pagesOf(address.get('page')),
  };
};

/** The address of a search; the same search always has the same address. */
export const writeSearch = ({ query, scope, topics, from, to, pages }: SearchState): URLSearchParams => {
  const address = new URLSearchParams();
  if (query.trim()) address.set('q', query.trim());
  if (scope) address.set('type', scope.toLowerCase());
  for (const topic of topics.toSorted()) address.append('topic', topic);
  if (from !== null) address.set('from', String(from));
  if (to !== null) address.set('to', String(to));
  if (pages > 1) address.set('page', String(pages));
  return address;
};

/** A search as a link. */
export const hrefOf = (state: SearchState): string => {
  const address = writeSearch(state).toString();
  return address ? `/search?${address}` : '/search';
};

const OWN = ['q', 'type', 'topic', 'from', 'to', 'page'];

/**
 * Where an address should lead that says the same search in more words, as a submitted form does; null when it is as
 * short as can be. What others have put into it is kept.
 */
export const canonicalHref = (address: URLSearchParams): string | null => {
  const given = new URLSearchParams([...address].filter(([name]) => OWN.includes(name)));
  const short = writeSearch(readSearch(address));
  if (short.toString() === given.toString()) return null;
  for (const [name, value] of address) if (!OWN.includes(name)) short.append(name, value);
  return short.size > 0 ? `/search?${short}` : '/search';
};

/** Whether topics or years narrow the search. */
export const isRefined = ({ topics, from, to }: SearchState): boolean =>
  topics.length > 0 || from !== null || to !== null;

/** What of a query can be looked for: all of it, or nothing where it has neither letters nor digits. */
export const wordsOf = ({ query }: SearchState): string => (/[\p{L}\p{N}]/u.test(query) ? query : '');

/** Whether nothing is sought yet. */
export const isIdle = (state: SearchState): boolean => !wordsOf(state) && !state.scope && !isRefined(state);

/** The search as the graph's filter; null when nothing is refined. */
export const filterOf = ({ scope, topics, from, to }: SearchState): SearchFilter | null => {
  const filter: SearchFilter = {
    ...(scope && scope !== 'MOMENT' && { type: [scope] }),
    ...(topics.length > 0 && { topics: { in: topics } }),
    ...((from !== null || to !== null) && {
      year: { ...(from !== null && { gte: from }), ...(to !== null && { lte: to }) },
    }),
  };
  return Object.keys(filter).length > 0 ? filter : null;
};

/** The same list with the value in it if it was not, and without it if it was. */
export const toggled = <T>(list: readonly T[], value: T): T[] =>
  list.includes(value) ? list.filter((one) => one !== value) : [...list, value];
