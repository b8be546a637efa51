import type { DocumentType, SearchFilter } from '../../../data/schema.generated.ts';
import {
  canonicalHref,
  hrefOf,
  parsePages,
  parseYears,
  type UrlValues,
  type Years,
} from '../../../lib/navigation/urlState.ts';
import { startOf } from '../../../lib/text/startOf.ts';

/** The results that a tab shows: documents of one type, or moments. */
export type ResultType = DocumentType | 'MOMENT';

/** The state of the search page. All of it is in the URL. */
export interface SearchState extends Years {
  query: string;
  /** Null for results of all types. */
  resultType: ResultType | null;
  /** Slugs. */
  topics: string[];
  /** The number of pages that a result list shows, from 1. */
  pages: number;
}

/** The state of `/search` without parameters. */
export const EMPTY_SEARCH: SearchState = {
  query: '',
  resultType: null,
  topics: [],
  from: null,
  to: null,
  pages: 1,
};

/** The result types in the order of the tabs. */
export const RESULT_TYPES: readonly ResultType[] = [
  'FILM',
  'MOMENT',
  'ARTICLE',
  'PERSON',
  'TOPIC',
  'COLLECTION',
  'CONTRIBUTOR',
];
/** The `maxLength` of the fields. */
const MAX_QUERY_CHARACTERS = 200;
/** The limit of the search service. It is lower for scripts with three bytes a character: about 170 characters. */
const MAX_QUERY_BYTES = 512;
/** The most pages of a list. A better query is faster than a longer list. */
export const MAX_PAGES = 10;

const parseResultType = (text: string | null): ResultType | null =>
  RESULT_TYPES.find((type) => type === text?.toUpperCase()) ?? null;

const cutQuery = (text: string): string => {
  const query = startOf(text, MAX_QUERY_CHARACTERS);
  const { read } = new TextEncoder().encodeInto(query, new Uint8Array(MAX_QUERY_BYTES));
  return startOf(query, read).trim();
};

/** Parses URL parameters such as `?q=wave&type=film&topic=chaos&from=1800&to=1990`. Ignores invalid values. */
export const parseSearchState = (params: URLSearchParams): SearchState => ({
  query: cutQuery(params.get('q') ?? ''),
  resultType: params.getAll('type').map(parseResultType).find(Boolean) ?? null,
  topics: [...new Set(params.getAll('topic').filter(Boolean))].sort(),
  ...parseYears(params),
  pages: parsePages(params, MAX_PAGES),
});

const toUrlValues = ({ query, resultType, topics, from, to, pages }: SearchState): UrlValues => ({
  q: cutQuery(query),
  type: resultType?.toLowerCase() ?? null,
  topic: topics.toSorted(),
  from,
  to,
  page: pages > 1 ? pages : null,
});

/** Returns the link to a search: equal searches have equal links. */
export const searchHref = (state: SearchState): string => hrefOf('/search', toUrlValues(state));

/** Returns the link that replaces a URL which is not canonical; null for a canonical one, see `canonicalHref`. */
export const canonicalSearchHref = (params: URLSearchParams): string | null =>
  canonicalHref('/search', toUrlValues(parseSearchState(params)), params);

/** Returns true if topics or years filter the search. */
export const hasFilters = ({ topics, from, to }: SearchState): boolean =>
  topics.length > 0 || from !== null || to !== null;

/** Returns the query, or an empty string if it has neither letters nor digits. */
export const searchableQuery = ({ query }: SearchState): string => (/[\p{L}\p{N}]/u.test(query) ? query : '');

/** Returns true if the search has no searchable query, result type or filter. */
export const isEmptySearch = (state: SearchState): boolean =>
  !searchableQuery(state) && !state.resultType && !hasFilters(state);

/** Returns the argument `types` of the API; null for all. */
export const toSearchTypes = ({ resultType }: SearchState): DocumentType[] | null =>
  resultType && resultType !== 'MOMENT' ? [resultType] : null;

/** Returns the argument `filter` of the API; null if the search has no filter. */
export const toSearchFilter = ({ topics, from, to }: SearchState): SearchFilter | null => {
  const filter: SearchFilter = {
    ...(topics.length > 0 && { topics: { in: topics } }),
    ...((from !== null || to !== null) && {
      year: { ...(from !== null && { gte: from }), ...(to !== null && { lte: to }) },
    }),
  };
  return Object.keys(filter).length > 0 ? filter : null;
};

/** Returns a copy of a list with the item removed if the list contains it, and added otherwise. */
export const toggleItem = <T>(list: readonly T[], item: T): T[] =>
  list.includes(item) ? list.filter((other) => other !== item) : [...list, item];
