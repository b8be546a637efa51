import { useLoaderData } from 'react-router';
import { ErrorNotice } from '../../data/ErrorNotice.tsx';
import { createPageLoader, type PageErrors } from '../../data/pageLoader.ts';
import { isPlayable } from '../../lib/playable.ts';
import { compact } from '../../lib/text/lists.ts';
import { useOrigin } from '../../seo/originContext.ts';
import { PageHead } from '../../seo/PageHead.tsx';
import { webSite } from '../../seo/webSite.ts';
import { lazyIsland } from '../../ui/lazyIsland.tsx';
import { HomePageDocument, useHomePageSuspenseQuery } from './HomePage.generated.ts';
import { LeadFilm } from './LeadFilm.tsx';
import { Masthead } from './Masthead.tsx';

// Hydrates after the lead film.
const HomeSections = lazyIsland(() => import('./homePageChunk.ts').then(({ HomeSections }) => HomeSections));
const ContinueReadingRow = lazyIsland(() =>
  import('./homePageChunk.ts').then(({ ContinueReadingRow }) => ContinueReadingRow),
);
const ContinueRow = lazyIsland(() => import('./homePageChunk.ts').then(({ ContinueRow }) => ContinueRow));

/** Loads the query of the home page, which renders if at least one of its lists is available. */
export const loader = createPageLoader(
  HomePageDocument,
  () => ({}),
  ({ films, collections, articles }) => films ?? collections ?? articles,
);

/** Renders the home page: what the publication is, its newest playable film, then a section per kind of content. */
const HomePage = () => {
  const origin = useOrigin();
  const { errors } = useLoaderData<PageErrors>();
  const { data } = useHomePageSuspenseQuery({});
  const leadFilm = compact(data?.films?.nodes).find(isPlayable);
  const leadArticle = compact(data?.articles?.nodes).find(({ films }) =>
    compact(films?.nodes).some(({ id }) => id === leadFilm?.id),
  );
  return (
    <>
      <PageHead structuredData={[webSite(origin)]} />
      <Masthead />
      {leadFilm && <LeadFilm film={leadFilm} article={leadArticle} />}
      <ErrorNotice errors={errors} />
      <ContinueRow />
      <ContinueReadingRow />
      {data && <HomeSections data={data} leadFilm={leadFilm} leadArticle={leadArticle} />}
    </>
  );
};

export { HomePage as Component };
