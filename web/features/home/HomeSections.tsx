import { splitPlayable, useVideoServiceFailure } from '../../lib/playable.ts';
import { compact, inListOrder } from '../../lib/text/lists.ts';
import { FRONT_PATH } from '../../offline/copies.ts';
import { Section } from '../../ui/Section.tsx';
import { ArticleList } from '../cards/articles/ArticleList.tsx';
import { FilmGrid } from '../cards/films/FilmGrid.tsx';
import { PersonCard } from '../cards/people/PersonCard.tsx';
import { CollectionEntry } from '../collections/CollectionEntry.tsx';
import { filmsToContinue } from '../library/ContinueRow.tsx';
import { useOfflineCopy } from '../reading-history/useOfflineCopy.ts';
import { TopicList } from '../topics/TopicList.tsx';
import { useWatchHistory } from '../watch-history/watchHistoryStore.ts';
import type { HomePageQuery } from './HomePage.generated.ts';
import styles from './HomePage.module.css';

const MAX_LATEST_FILMS = 4;
const MAX_ARTICLES = 3;
const MAX_COLLECTIONS = 3;
const MAX_PEOPLE = 6;

interface HomeSectionsProps {
  data: HomePageQuery;
  /** The film at the top of the page, which no section repeats. */
  leadFilm: object | undefined;
  /** The article that the top of the page links to, which no section repeats. */
  leadArticle: object | undefined;
}

/**
 * Returns the latest films. A film that the row above continues gives its place to a further film, so that the other films
 * stay where the server has rendered them.
 */
const latestOf = <F extends { id: string }>(films: readonly F[], idsToContinue: ReadonlySet<string>): F[] => {
  const further = films.slice(MAX_LATEST_FILMS).filter(({ id }) => !idsToContinue.has(id));
  return films
    .slice(0, MAX_LATEST_FILMS)
    .map((film) => (idsToContinue.has(film.id) ? (further.shift() ?? film) : film));
};

/** Renders the sections of the home page: latest films, articles, collections, topics and people. */
export const HomeSections = ({ data, leadFilm, leadArticle }: HomeSectionsProps) => {
  useOfflineCopy(FRONT_PATH);
  const idsToContinue = new Set(filmsToContinue(useWatchHistory()).map(({ id }) => id));
  const latestFilms = latestOf(
    splitPlayable(compact(data.films?.nodes), useVideoServiceFailure()).playable.filter(
      (film) => film !== leadFilm,
    ),
    idsToContinue,
  );
  const articles = compact(data.articles?.nodes)
    .filter((article) => article !== leadArticle)
    .slice(0, MAX_ARTICLES);
  const collections = inListOrder(compact(data.collections?.nodes)).slice(0, MAX_COLLECTIONS);
  const topics = compact(data.topics?.nodes);
  const people = compact(data.people?.nodes)
    .filter(({ portrait }) => portrait)
    .slice(0, MAX_PEOPLE);
  return (
    <>
      {latestFilms.length > 0 && (
        <Section title="New films" more={{ to: '/films', label: 'All films' }}>
          <FilmGrid films={latestFilms} layout="compact" />
        </Section>
      )}
      {articles.length > 0 && (
        <Section title="Articles" more={{ to: '/articles', label: 'All articles' }}>
          <ArticleList articles={articles} />
        </Section>
      )}
      {collections.length > 0 && (
        <Section title="Collections" more={{ to: '/collections', label: 'All collections' }}>
          <ul className={styles.collections}>
            {collections.map((collection) => (
              <li key={collection.id}>
                <CollectionEntry collection={collection} />
              </li>
            ))}
          </ul>
        </Section>
      )}
      {topics.length > 0 && (
        <Section title="Topics" more={{ to: '/topics', label: 'All topics' }}>
          <TopicList topics={topics} />
        </Section>
      )}
      {people.length > 0 && (
        <Section title="People" more={{ to: '/people', label: 'All people' }}>
          <ul className={styles.people}>
            {people.map((person) => (
              <li key={person.id}>
                <PersonCard person={person} headingLevel={3} />
              </li>
            ))}
          </ul>
        </Section>
      )}
    </>
  );
};
