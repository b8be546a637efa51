import { useLoaderData, useParams } from 'react-router';
import { later } from '../../routing/later.tsx';
import { loadPage, type PageFaults } from '../../routing/loadPage.ts';
import { Band } from '../../ui/Band.tsx';
import { lifetime } from '../../ui/calendar.ts';
import { PageTitle } from '../../ui/PageTitle.tsx';
import { ProblemNote } from '../../ui/ProblemNote.tsx';
import { present } from '../../ui/present.ts';
import { ArticleList } from '../article/ArticleList.tsx';
import { FilmGrid } from '../film/FilmGrid.tsx';
import { PersonPageDocument, usePersonPageSuspenseQuery } from './PersonPage.generated.ts';
import styles from './PersonPage.module.css';
import { Portrait } from './Portrait.tsx';

const Prose = later(() => import('../richText/Prose.tsx').then(({ Prose }) => Prose));

/** Warms the person's query; 404 when there is nobody of that name. */
export const loader = loadPage(
  PersonPageDocument,
  ({ params }) => ({ slug: params.slug ?? '' }),
  ({ person }) => person,
);

/** Somebody's page: the portrait, the life, and what came of the idea. */
export const Component = () => {
  const { slug = '' } = useParams();
  const { problems } = useLoaderData<PageFaults>();
  const { data } = usePersonPageSuspenseQuery({ variables: { slug } });
  const person = data?.person;
  if (!person) return null;
  const { name, knownFor, born, died, portrait, biography } = person;
  const years = lifetime(born, died);
  const films = present(person.films.nodes);
  const articles = present(person.articles.nodes);
  return (
    <article>
      <PageTitle>{name}</PageTitle>
      <header className={styles.header}>
        <div className={styles.portrait}>
          <Portrait picture={portrait} name={name} sizes="(min-width: 64rem) 36vw, 92vw" lead />
        </div>
        <div className={styles.words}>
          <h1 className={styles.name}>{name}</h1>
          {knownFor && <p className={styles.known}>{knownFor}</p>}
          {years && <p className={styles.years}>{years}</p>}
          {biography && <Prose text={biography} />}
        </div>
      </header>
      <ProblemNote problems={problems} />
      {films.length > 0 && (
        <Band title={films.length === 1 ? 'The film' : 'The films'}>
          <FilmGrid films={films} />
        </Band>
      )}
      {articles.length > 0 && (
        <Band title="To read">
          <ArticleList articles={articles} />
        </Band>
      )}
    </article>
  );
};
