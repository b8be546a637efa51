import { useLoaderData, useSearchParams } from 'react-router';
import { ProblemNote } from '../../apollo/ErrorNotice.tsx';
import { loadPage, type PageFaults } from '../../apollo/loadPage.ts';
import { Plain } from '../../components/Container.tsx';
import { Empty } from '../../components/EmptyState.tsx';
import { LoadMore } from '../../components/LoadMore.tsx';
import { later } from '../../components/lazyIsland.tsx';
import { Opening } from '../../components/PageHeader.tsx';
import { Band } from '../../components/Section.tsx';
import { compact } from '../../components/text/lists.ts';
import { PageHead } from '../../seo/PageHead.tsx';
import { partToCome } from './cards/videoAvailability.ts';
import { FilmsPageDocument, useFilmsPageSuspenseQuery } from './FilmsPage.generated.ts';

/** The films in the address: those after a cursor, or the first. */
const pageOf = (address: URLSearchParams) => ({ first: 12, after: address.get('after') });

const FilmGrid = later(() => import('./cards/FilmGrid.tsx').then(({ FilmGrid }) => FilmGrid));

/** Warms a page of films. */
export const loader = loadPage(
  FilmsPageDocument,
  ({ request }) => pageOf(new URL(request.url).searchParams),
  ({ films }) => films,
);

/** All films, the newest first, a page at a time; what cannot be watched yet stands apart, at the end. */
const FilmsPage = () => {
  const { problems } = useLoaderData<PageFaults>();
  const [address] = useSearchParams();
  const { data, fetchMore } = useFilmsPageSuspenseQuery({ variables: pageOf(address) });
  const films = data?.films;
  const listed = compact(films?.nodes);
  const { shown, toCome } = partToCome(listed);
  const loadNext = () =>
    fetchMore({
      variables: { after: films?.pageInfo.endCursor },
      updateQuery: (before, { fetchMoreResult: { films: next } }) =>
        before.films && next ? { films: { ...next, nodes: [...before.films.nodes, ...next.nodes] } } : before,
    });
  if (!films) return null;
  return (
    <>
      <PageHead
        title="Films"
        description="All films, the newest first: mathematics in motion, each drawn by a program from its equations."
      />
      <Opening title="Films" aside={`${films.totalCount} so far`}>
        <p>Each is a quarter of a minute of one idea, drawn by a program from the equations it is about.</p>
      </Opening>
      <ProblemNote problems={problems} />
      <Plain>
        {listed.length === 0 ? (
          <Empty>
            <p>The first film is still being drawn.</p>
          </Empty>
        ) : (
          <FilmGrid films={shown} level={2} rhythm="breathing" />
        )}
        <LoadMore
          to={`?after=${encodeURIComponent(films.pageInfo.endCursor ?? '')}`}
          hasMore={films.pageInfo.hasNextPage}
          shown={shown.length}
          onLoad={loadNext}
        >
          Show more films
        </LoadMore>
      </Plain>
      {toCome.length > 0 && (
        <Band title="Still to come">
          <FilmGrid films={toCome} />
        </Band>
      )}
    </>
  );
};

export { FilmsPage as Component };
