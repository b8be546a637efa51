import { useDeferredValue, useEffect, useEffectEvent, useMemo } from 'react';
import { Link, useSearchParams } from 'react-router';
import { useQueryClient } from '../../../data/queryClient.ts';
import { CardPages } from '../../../ui/CardPages.tsx';
import { Container } from '../../../ui/Container.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { LoadMore } from '../../../ui/LoadMore.tsx';
import { Section } from '../../../ui/Section.tsx';
import { FilmCardPage } from './FilmCardPage.tsx';
import { FilmFilters } from './FilmFilters.tsx';
import type { FilmIndexQuery } from './FilmIndex.generated.ts';
import { FilmTimeline } from './FilmTimeline.tsx';
import { filmListHref, MAX_PAGES, parseFilmListState } from './filmListState.ts';
import { cardPages, indexedFilms, loadRestOfIndex } from './loadFilmList.ts';
import { selectFilms } from './selectFilms.ts';

/** The head of the page links to the timeline. */
const TIMELINE_ID = 'timeline';

/** Renders the filters, the films that match the filters in the URL, and the timeline of all films. */
export const FilmList = ({ index }: { index: FilmIndexQuery }) => {
  const queryClient = useQueryClient();
  const [searchParams] = useSearchParams();
  const state = parseFilmListState(searchParams);
  const films = indexedFilms(index);
  const count = selectFilms(films, state).length;
  // Deferred, so that the list stays while the cards of a new film load.
  const pages = useDeferredValue(
    useMemo(() => cardPages(index, parseFilmListState(searchParams)), [index, searchParams]),
  );
  const shownCount = pages.flat().length;
  const hasMoreIndex = index.films?.pageInfo.hasNextPage;
  const loadRest = useEffectEvent(() => void loadRestOfIndex(queryClient, index).catch(() => undefined));
  // An update of the index replaces it by its first page.
  useEffect(() => {
    if (hasMoreIndex) loadRest();
  }, [hasMoreIndex]);

  return (
    <>
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
        <CardPages>
          {pages.map((ids) => (
            <FilmCardPage key={ids[0]} ids={ids} />
          ))}
        </CardPages>
        <LoadMore
          pages={state.pages}
          maxPages={MAX_PAGES}
          hrefOf={(pages) => filmListHref({ ...state, pages })}
          hasMore={shownCount < count}
          itemCount={shownCount}
          note={`${shownCount} of ${count}.`}
          limitNote="Filter the list to see the rest."
        >
          Load more films
        </LoadMore>
      </Container>
      {films.some(({ year }) => year !== null) && (
        <div id={TIMELINE_ID}>
          <Section title="Timeline">
            <FilmTimeline films={films} />
          </Section>
        </div>
      )}
    </>
  );
};
