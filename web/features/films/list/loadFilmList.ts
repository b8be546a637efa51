import type { LoaderFunctionArgs } from 'react-router';
import { replace } from 'react-router';
import { loadPageQuery, type PageErrors } from '../../../data/pageLoader.ts';
import { loadEntries } from '../../../data/pagination.ts';
import { type QueryClient, queryClientRouterContext } from '../../../data/queryClient.ts';
import { splitPages } from '../../../lib/pages.ts';
import { compact } from '../../../lib/text/lists.ts';
import { FilmCardsDocument } from './FilmCards.generated.ts';
import { FilmIndexDocument, type FilmIndexQuery } from './FilmIndex.generated.ts';
import { canonicalFilmListHref, type FilmListState, parseFilmListState } from './filmListState.ts';
import { selectFilms } from './selectFilms.ts';

/** The variables of the first page of the index, to which the cache appends the other pages. */
export const INDEX_VARIABLES = { after: null };

const FILMS_PER_PAGE = 12;
const MAX_FILMS = 1000;

/** Redirects to the canonical URL, and loads the index of all films and the cards of the films in the list. */
export const loadFilmList = async (args: LoaderFunctionArgs): Promise<PageErrors> => {
  const { searchParams } = new URL(args.request.url);
  const canonical = canonicalFilmListHref(searchParams);
  if (canonical) throw replace(canonical);
  const queryClient = args.context.get(queryClientRouterContext);
  const { data, errors } = await loadPageQuery(
    args,
    FilmIndexDocument,
    INDEX_VARIABLES,
    ({ films }) => films,
  );
  const { index, errors: indexErrors } = await loadRestOfIndex(queryClient, data);
  const pages = cardPages(index, parseFilmListState(searchParams));
  const results = await Promise.all(pages.map((ids) => queryClient.load(FilmCardsDocument, { ids })));
  return { errors: [...errors, ...indexErrors, ...results.flatMap((result) => result.errors)] };
};

/** Returns all films of the index, newest first. */
export const indexedFilms = (index: FilmIndexQuery | null | undefined) =>
  compact(index?.films?.nodes).map((film) => ({ ...film, topics: compact(film.topics) }));

/** Returns the ids of the films in the list, by page. Each page is one query, so that a longer list loads only the rest. */
export const cardPages = (index: FilmIndexQuery | null | undefined, state: FilmListState): string[][] => {
  const ids = selectFilms(indexedFilms(index), state).map(({ id }) => id);
  return splitPages(ids, FILMS_PER_PAGE).slice(0, state.pages);
};

/** Appends the pages after the first to the index, up to `MAX_FILMS`. A failed request ends it. */
export const loadRestOfIndex = async (
  queryClient: QueryClient,
  firstPage: FilmIndexQuery,
): Promise<PageErrors & { index: FilmIndexQuery }> => {
  let index = firstPage;
  if (!index.films) return { index, errors: [] };
  const { errors } = await loadEntries(
    index.films,
    MAX_FILMS,
    (after) => queryClient.send(FilmIndexDocument, { after }),
    (next) => next.films,
    async (films) => {
      index = { films };
      await queryClient.update(FilmIndexDocument, INDEX_VARIABLES, () => ({ films }));
    },
  );
  return { index, errors };
};
