import { useLoaderData } from 'react-router';
import { loadPage, type PageFaults } from '../../routing/loadPage.ts';
import { useOrigin } from '../../routing/originContext.ts';
import { Band } from '../../ui/Band.tsx';
import { Opening } from '../../ui/Opening.tsx';
import { PageHead } from '../../ui/PageHead.tsx';
import { ProblemNote } from '../../ui/ProblemNote.tsx';
import { present } from '../../ui/present.ts';
import { ArticleList } from '../article/ArticleList.tsx';
import { CollectionRow } from '../collection/CollectionRow.tsx';
import { FilmGrid } from '../film/FilmGrid.tsx';
import { ContinueRow } from '../library/ContinueRow.tsx';
import { PersonCard } from '../person/PersonCard.tsx';
import { siteThing } from '../structuredData/site.ts';
import { TopicLine } from '../topic/TopicLine.tsx';
import { HomePageDocument, useHomePageSuspenseQuery } from './HomePage.generated.ts';
import styles from './HomePage.module.css';
import { LeadFilm } from './LeadFilm.tsx';

/** Three rows of two. */
const LATEST = 6;
/** In a row of their own, where the window is wide. */
const PORTRAITS = 4;

/** Warms the front page. It stands as long as any of its parts can be had. */
export const loader = loadPage(
  HomePageDocument,
  () => ({}),
  ({ films, collections, articles }) => films ?? collections ?? articles,
);

/**
 * The front page: the newest film that can be watched, what there is to read about such things, arguments made of
 * films, the latest films, and the ways in by subject and by person.
 */
export const Component = () => {
  const origin = useOrigin();
  const { problems } = useLoaderData<PageFaults>();
  const { data } = useHomePageSuspenseQuery({});
  const films = present(data?.films?.nodes);
  // What argues in words as well comes first.
  const collections = present(data?.collections?.nodes).toSorted(
    (a, b) => Number(!a.description) - Number(!b.description),
  );
  // The first article is set large, and its own picture suits that best.
  const articles = present(data?.articles?.nodes).toSorted((a, b) => Number(!a.cover) - Number(!b.cover));
  const topics = present(data?.topics?.nodes);
  const people = present(data?.people?.nodes)
    .filter(({ portrait }) => portrait)
    .slice(0, PORTRAITS);
  const lead = films.find(({ video }) => video?.status === 'READY') ?? films[0];
  const others = films
    .filter((film) => film !== lead)
    .toSorted((a, b) => Number(b.video?.status === 'READY') - Number(a.video?.status === 'READY'))
    .slice(0, LATEST);
  const allFilms = data?.films?.totalCount ?? 0;
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
      {articles.length > 0 && (
        <Band title="To read" more={{ to: '/articles', words: 'All articles' }}>
          <ArticleList articles={articles} leading />
        </Band>
      )}
      {collections[0] && <CollectionRow collection={collections[0]} />}
      {others.length > 0 && (
        <Band title="Films" more={{ to: '/films', words: `All ${allFilms} films` }}>
          <FilmGrid films={others} rhythm="breathing" />
        </Band>
      )}
      {topics.length > 0 && (
        <Band title="By subject" more={{ to: '/topics', words: 'All topics' }}>
          <TopicLine topics={topics} />
        </Band>
      )}
      {collections.slice(1).map((collection) => (
        <CollectionRow key={collection.id} collection={collection} />
      ))}
      {people.length > 0 && (
        <Band title="Behind the ideas" more={{ to: '/people', words: 'Everybody' }}>
          <ul className={styles.people}>
            {people.map((person) => (
              <li key={person.id}>
                <PersonCard person={person} level={3} />
              </li>
            ))}
          </ul>
        </Band>
      )}
    </>
  );
};
