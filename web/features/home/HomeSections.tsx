import { Section } from '../../components/Section.tsx';
import { compact, moveToFront } from '../../components/text/lists.ts';
import { ArticleList } from '../articles/cards/ArticleList.tsx';
import { CollectionRow } from '../collections/CollectionRow.tsx';
import { FilmGrid } from '../films/cards/FilmGrid.tsx';
import { PersonCard } from '../people/PersonCard.tsx';
import { TopicList } from '../topics/TopicList.tsx';
import type { HomePageQuery } from './HomePage.generated.ts';
import styles from './HomePage.module.css';

const MAX_LATEST_FILMS = 6;
const MAX_PEOPLE = 4;

interface HomeSectionsProps {
  data: HomePageQuery;
  /** The film at the top of the page. */
  leadFilm: object | undefined;
}

/** Renders the sections of the home page: articles, collections, latest films, topics and people. */
export const HomeSections = ({ data, leadFilm }: HomeSectionsProps) => {
  const collections = moveToFront(compact(data.collections?.nodes), ({ description }) => !!description);
  // The first article is shown at full width, so one with its own cover comes first.
  const articles = moveToFront(compact(data.articles?.nodes), ({ cover }) => !!cover);
  const topics = compact(data.topics?.nodes);
  const people = compact(data.people?.nodes)
    .filter(({ portrait }) => portrait)
    .slice(0, MAX_PEOPLE);
  const latestFilms = moveToFront(
    compact(data.films?.nodes).filter((film) => film !== leadFilm),
    ({ video }) => video?.status === 'READY',
  ).slice(0, MAX_LATEST_FILMS);
  return (
    <>
      {articles.length > 0 && (
        <Section title="Articles" more={{ to: '/articles', label: 'All articles' }}>
          <ArticleList articles={articles} isFirstLarge />
        </Section>
      )}
      {collections[0] && <CollectionRow collection={collections[0]} />}
      {latestFilms.length > 0 && (
        <Section title="Films" more={{ to: '/films', label: `All ${data.films?.totalCount} films` }}>
          <FilmGrid films={latestFilms} layout="alternating" />
        </Section>
      )}
      {topics.length > 0 && (
        <Section title="Topics" more={{ to: '/topics', label: 'All topics' }}>
          <TopicList topics={topics} />
        </Section>
      )}
      {collections.slice(1).map((collection) => (
        <CollectionRow key={collection.id} collection={collection} />
      ))}
      {people.length > 0 && (
        <Section title="Behind the ideas" more={{ to: '/people', label: 'All people' }}>
          <ul className={styles.people}>
            {people.map((person) => (
              <li key={person.id}>
                <PersonCard person={person} level={3} />
              </li>
            ))}
          </ul>
        </Section>
      )}
    </>
  );
};
