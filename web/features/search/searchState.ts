import type { SearchFilter, SearchType } from '../../graphql/schema.generated.ts';

/** All that a search page shows follows from this, and all of it stands in the address. */
export interface SearchState {
  query: string;
  types: SearchType[];
  /** Slugs. */
  topics: string[];
  /** Years, both included. */
  from: number | null;
  to: number | null;
}

const TYPES: readonly SearchType[] = ['FILM', 'ARTICLE', 'PERSON', 'TOPIC', 'COLLECTION'];
const LONGEST_QUERY = 200;

const isType = (word: string): word is SearchType => (TYPES as readonly string[]).includes(word);

const year = (text: string | null): number | null => (text && /^-?\d{1,4}$/.test(text) ? Number(text) : null);

/** Reads an address such as `?q=wave&type=film&topic=chaos&from=1800&to=1990`; what it does not know it leaves out. */
export const readSearch = (address: URLSearchParams): SearchState => ({
  query: (address.get('q') ?? '').slice(0, LONGEST_QUERY),
  types: [...new Set(address.getAll('type').map((word) => word.toUpperCase()))].filter(isType),
  topics: [...new Set(address.getAll('topic').filter(Boolean))],
  from: year(address.get('from')),
  to: year(address.get('to')),
});

/** The address of a search; the same search always has the same address. */
export const writeSearch = ({ query, types, topics, from, to }: SearchState): URLSearchParams => {
  const address = new URLSearchParams();
  if (query.trim()) address.set('q', query);
  for (const type of TYPES) if (types.includes(type)) address.append('type', type.toLowerCase());
  for (const topic of topics.toSorted()) address.append('topic', topic);
  if (from !== null) address.set('from', String(from));
  if (to !== null) address.set('to', String(to));
  return address;
};

/** The search as the graph's filter; null when nothing is refined. */
export const filterOf = ({ types, topics, from, to }: SearchState): SearchFilter | null => {
  const filter: SearchFilter = {
    ...(types.length > 0 && { type: types }),
    ...(topics.length > 0 && { topics: { in: topics } }),
    ...((from !== null || to !== null) && {
      year: { ...(from !== null && { gte: from }), ...(to !== null && { lte: to }) },
    }),
  };
  return Object.keys(filter).length > 0 ? filter : null;
};

/** Whether anything narrows the search besides its words. */
export const isRefined = (state: SearchState): boolean => filterOf(state) !== null;

/** The same list with the value in it if it was not, and without it if it was. */
export const toggled = <T>(list: readonly T[], value: T): T[] =>
  list.includes(value) ? list.filter((one) => one !== value) : [...list, value];

const HITS = 30;

/** The variables of the page's query. Moments are sought only where there are words to find. */
export const searchVariables = (state: SearchState) => {
  const query = state.query.trim();
  return { query, filter: filterOf(state), first: HITS, withMoments: query !== '' };
};
