import { Band } from '../../components/Section.tsx';
import { compact, moveToFront } from '../../components/text/lists.ts';
import { ArticleList } from '../articles/cards/ArticleList.tsx';
import { CollectionRow } from '../collections/CollectionRow.tsx';
import { FilmGrid } from '../films/cards/FilmGrid.tsx';
import { PersonCard } from '../people/PersonCard.tsx';
import { TopicLine } from '../topics/TopicLine.tsx';
import type { HomePageQuery } from './HomePage.generated.ts';
import styles from './HomePage.module.css';

/** Three rows of two. */
const LATEST = 6;
/** In a row of their own, where the window is wide. */
const PORTRAITS = 4;

interface HomeRoomsProps {
  data: HomePageQuery;
  /** The film that the page has opened with. */
  lead: object | undefined;
}

/**
 * What there is to read about such things, arguments made of films, the latest films, and the ways in by subject and by
 * person.
 */
export const HomeRooms = ({ data, lead }: HomeRoomsProps) => {
  // What argues in words as well comes first.
  const collections = moveToFront(compact(data.collections?.nodes), ({ description }) => !!description);
  // The first article is set large, and its own picture suits that best.
  const articles = moveToFront(compact(data.articles?.nodes), ({ cover }) => !!cover);
  const topics = compact(data.topics?.nodes);
  const people = compact(data.people?.nodes)
    .filter(({ portrait }) => portrait)
    .slice(0, PORTRAITS);
  const others = moveToFront(
    compact(data.films?.nodes).filter((film) => film !== lead),
    ({ video }) => video?.status === 'READY',
  ).slice(0, LATEST);
  return (
    <>
      {articles.length > 0 && (
        <Band title="To read" more={{ to: '/articles', words: 'All articles' }}>
          <ArticleList articles={articles} leading />
        </Band>
      )}
      {collections[0] && <CollectionRow collection={collections[0]} />}
      {others.length > 0 && (
        <Band title="Films" more={{ to: '/films', words: `All ${data.films?.totalCount} films` }}>
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
