import { useLoaderData } from 'react-router';
import { ProblemNote } from '../../apollo/ErrorNotice.tsx';
import { loadPage, type PageFaults } from '../../apollo/loadPage.ts';
import { later } from '../../components/lazyIsland.tsx';
import { Opening } from '../../components/PageHeader.tsx';
import { compact } from '../../components/text/lists.ts';
import { useOrigin } from '../../seo/originContext.ts';
import { PageHead } from '../../seo/PageHead.tsx';
import { siteThing } from '../../seo/site.ts';
import { HomePageDocument, useHomePageSuspenseQuery } from './HomePage.generated.ts';
import { LeadFilm } from './LeadFilm.tsx';

// What lies under the film it opens with is taken over after it.
const HomeRooms = later(() => import('./deferred.ts').then(({ HomeRooms }) => HomeRooms));
const ContinueRow = later(() => import('./deferred.ts').then(({ ContinueRow }) => ContinueRow));

/** Warms the front page. It stands as long as any of its parts can be had. */
export const loader = loadPage(
  HomePageDocument,
  () => ({}),
  ({ films, collections, articles }) => films ?? collections ?? articles,
);

/** The front page: the newest film that can be watched, and under it the rooms. */
const HomePage = () => {
  const origin = useOrigin();
  const { problems } = useLoaderData<PageFaults>();
  const { data } = useHomePageSuspenseQuery({});
  const films = compact(data?.films?.nodes);
  const lead = films.find(({ video }) => video?.status === 'READY') ?? films[0];
  return (
    <>
      <PageHead things={[siteThing(origin)]} />
      {lead ? (
        <LeadFilm film={lead} />
      ) : (
        <Opening title="Moving Figures">A science quarterly that moves.</Opening>
      )}
      <ProblemNote problems={problems} />
      <ContinueRow />
      {data && <HomeRooms data={data} lead={lead} />}
    </>
  );
};

export { HomePage as Component };
