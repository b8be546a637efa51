import { useLoaderData, useSearchParams } from 'react-router';
import { ErrorNotice } from '../../apollo/ErrorNotice.tsx';
import { loadPage, type PageErrors } from '../../apollo/loadPage.ts';
import { Container } from '../../components/Container.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { LoadMore } from '../../components/LoadMore.tsx';
import { lazyIsland } from '../../components/lazyIsland.tsx';
import { PageHeader } from '../../components/PageHeader.tsx';
import { Section } from '../../components/Section.tsx';
import { compact } from '../../components/text/lists.ts';
import { PageHead } from '../../seo/PageHead.tsx';
import { splitByAvailability } from './cards/splitByAvailability.ts';
import { FilmsPageDocument, useFilmsPageSuspenseQuery } from './FilmsPage.generated.ts';

/** Returns the query variables of the page of films that the URL names by a cursor. */
const variablesOf = (search: URLSearchParams) => ({ first: 12, after: search.get('after') });

const FilmGrid = lazyIsland(() => import('./cards/FilmGrid.tsx').then(({ FilmGrid }) => FilmGrid));

/** Loads a page of films. */
export const loader = loadPage(
  FilmsPageDocument,
  ({ request }) => variablesOf(new URL(request.url).searchParams),
  ({ films }) => films,
);

/** Renders all films, newest first and in pages. Upcoming films are in a section of their own. */
const FilmsPage = () => {
  const { errors } = useLoaderData<PageErrors>();
  const [search] = useSearchParams();
  const { data, fetchMore } = useFilmsPageSuspenseQuery({ variables: variablesOf(search) });
  const films = data?.films;
  const loadedFilms = compact(films?.nodes);
  const { available, upcoming } = splitByAvailability(loadedFilms);
  const loadNext = () =>
    fetchMore({
      variables: { after: films?.pageInfo.endCursor },
      updateQuery: (previous, { fetchMoreResult: { films: next } }) =>
        previous.films && next
          ? { films: { ...next, nodes: [...previous.films.nodes, ...next.nodes] } }
          : previous,
    });
  if (!films) return null;
  return (
    <>
      <PageHead
        title="Films"
        description="All films, the newest first: mathematics in motion, each drawn by a program from its equations."
      />
      <PageHeader title="Films" aside={`${films.totalCount} so far`}>
        <p>Each is a quarter of a minute of one idea, drawn by a program from the equations it is about.</p>
      </PageHeader>
      <ErrorNotice errors={errors} />
      <Container>
        {loadedFilms.length === 0 ? (
          <EmptyState>
            <p>The first film is still being drawn.</p>
          </EmptyState>
        ) : (
          <FilmGrid films={available} headingLevel={2} layout="alternating" />
        )}
        <LoadMore
          to={`?after=${encodeURIComponent(films.pageInfo.endCursor ?? '')}`}
          hasMore={films.pageInfo.hasNextPage}
          itemCount={available.length}
          onLoad={loadNext}
        >
          Load more films
        </LoadMore>
      </Container>
      {upcoming.length > 0 && (
        <Section title="Coming soon">
          <FilmGrid films={upcoming} />
        </Section>
      )}
    </>
  );
};

export { FilmsPage as Component };
