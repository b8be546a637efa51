import { useApolloClient } from '@apollo/client/react';
import { useDeferredValue, useEffect, useMemo } from 'react';
import { Link, useLoaderData, useNavigate, useSearchParams } from 'react-router';
import { ErrorNotice } from '../../apollo/ErrorNotice.tsx';
import type { PageErrors } from '../../apollo/loadPage.ts';
import { Container } from '../../components/Container.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { LoadMore } from '../../components/LoadMore.tsx';
import { lazyIsland } from '../../components/lazyIsland.tsx';
import { PageHeader } from '../../components/PageHeader.tsx';
import { Section } from '../../components/Section.tsx';
import { PageHead } from '../../seo/PageHead.tsx';
import { useFilmIndexSuspenseQuery } from './list/FilmIndex.generated.ts';
import { filmListHref, hasFilters, parseFilmListState } from './list/filmListState.ts';
import {
  cardPages,
  INDEX_VARIABLES,
  indexedFilms,
  loadFilmList,
  loadRestOfIndex,
} from './list/loadFilmList.ts';
import { selectFilms, yearsOf } from './list/selectFilms.ts';

const FilmFilters = lazyIsland(() => import('./list/deferred.ts').then(({ FilmFilters }) => FilmFilters));
const FilmCardPage = lazyIsland(() => import('./list/deferred.ts').then(({ FilmCardPage }) => FilmCardPage));
const FilmTimeline = lazyIsland(() => import('./list/deferred.ts').then(({ FilmTimeline }) => FilmTimeline));

/** Renders the films that match the filters in the URL, and the years of all films. */
const FilmsPage = () => {
  const { errors } = useLoaderData<PageErrors>();
  const client = useApolloClient();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const { data } = useFilmIndexSuspenseQuery({ variables: INDEX_VARIABLES });
  const state = parseFilmListState(params);
  const films = indexedFilms(data);
  const count = selectFilms(films, state).length;
  // Deferred, so that the list stays while the cards of a new film load.
  const pages = useDeferredValue(useMemo(() => cardPages(data, parseFilmListState(params)), [data, params]));
  const shownCount = pages.flat().length;
  const years = yearsOf(films);
  const hasMoreIndex = data?.films?.pageInfo.hasNextPage;
  // An update of the index replaces it by its first page.
  useEffect(() => {
    if (hasMoreIndex) void loadRestOfIndex(client);
  }, [client, hasMoreIndex]);

  if (!data?.films) return null;
  const more = filmListHref({ ...state, pages: state.pages + 1 });
  return (
    <>
      <PageHead
        title="Films"
        description="All films, the newest first: mathematics in motion, each drawn by a program from its equations."
        isUnlisted={hasFilters(state) || state.order !== 'newest'}
      />
      <PageHeader
        title="Films"
        aside={years && <a href="#timeline">{`Timeline, ${years.first} to ${years.last}`}</a>}
      >
        <p>Each shows one idea, drawn by a program from the equations it is about.</p>
      </PageHeader>
      <ErrorNotice errors={errors} />
      <Container>
        {films.length > 0 && <FilmFilters films={films} />}
        {count === 0 && (
          <EmptyState>
            {films.length === 0 ? (
              <p>The first film is still being drawn.</p>
            ) : (
              <p>
                No film matches all of these filters. <Link to="/films">Show all films</Link>
              </p>
            )}
          </EmptyState>
        )}
        <FilmCardPages pages={pages} />
        <LoadMore
          to={more}
          hasMore={shownCount < count}
          itemCount={shownCount}
          onLoad={async () => {
            await navigate(more, { replace: true, preventScrollReset: true });
            return {};
          }}
          note={`${shownCount} of ${count}`}
        >
          Load more films
        </LoadMore>
      </Container>
      {years && (
        <div id="timeline">
          <Section title="Timeline">
            <FilmTimeline films={films} />
          </Section>
        </div>
      )}
    </>
  );
};

const FilmCardPages = ({ pages }: { pages: readonly (readonly string[])[] }) =>
  pages.map((ids) => <FilmCardPage key={ids[0]} ids={ids} />);

export { FilmsPage as Component, loadFilmList as loader };
