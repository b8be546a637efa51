import { useLoaderData, useSearchParams } from 'react-router';
import { ErrorNotice } from '../../data/ErrorNotice.tsx';
import type { PageErrors } from '../../data/pageLoader.ts';
import { PageHead } from '../../seo/PageHead.tsx';
import { lazyIsland } from '../../ui/lazyIsland.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { useFilmIndexSuspenseQuery } from './list/FilmIndex.generated.ts';
import { ALL_FILMS, filmListHref, parseFilmListState } from './list/filmListState.ts';
import { INDEX_VARIABLES, indexedFilms, loadFilmList } from './list/loadFilmList.ts';
import { yearsOf } from './list/selectFilms.ts';

// The server HTML consists of links and a form, which work before hydration.
const FilmList = lazyIsland(() => import('./list/FilmList.tsx').then(({ FilmList }) => FilmList));

/** Renders the films that match the filters in the URL, and the years of all films. */
const FilmsPage = () => {
  const { errors } = useLoaderData<PageErrors>();
  const [searchParams] = useSearchParams();
  const { data } = useFilmIndexSuspenseQuery({ variables: INDEX_VARIABLES });
  if (!data?.films) return null;
  const years = yearsOf(indexedFilms(data));
  const isWholeList =
    filmListHref({ ...parseFilmListState(searchParams), pages: 1 }) === filmListHref(ALL_FILMS);
  return (
    <>
      <PageHead
        title="Films"
        description="All films, the newest first: mathematics in motion, each drawn by a program from its equations."
        isUnlisted={!isWholeList}
      />
      <PageHeader
        title="Films"
        aside={years && <a href="#timeline">{`Timeline, ${years.first} to ${years.last}`}</a>}
      >
        <p>Each shows one idea, drawn by a program from the equations it is about.</p>
      </PageHeader>
      <ErrorNotice errors={errors} />
      <FilmList index={data} />
    </>
  );
};

export { FilmsPage as Component, loadFilmList as loader };
