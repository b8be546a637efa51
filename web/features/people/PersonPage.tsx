import { useLoaderData, useParams } from 'react-router';
import { ProblemNote } from '../../apollo/ErrorNotice.tsx';
import { loadPage, type PageFaults, slugParam } from '../../apollo/loadPage.ts';
import { later } from '../../components/lazyIsland.tsx';
import { Band } from '../../components/Section.tsx';
import { accented } from '../../components/text/accent.ts';
import { compact } from '../../components/text/lists.ts';
import { summary } from '../../components/text/summary.ts';
import { trailThing } from '../../seo/breadcrumbList.ts';
import { useOrigin } from '../../seo/originContext.ts';
import { CARD_SHAPE, PageHead } from '../../seo/PageHead.tsx';
import { personThing } from '../../seo/person.ts';
import { partToCome } from '../films/cards/videoAvailability.ts';
import { LifeDates } from './LifeDates.tsx';
import {
  PersonPageDocument,
  type PersonPageQuery,
  usePersonPageSuspenseQuery,
} from './PersonPage.generated.ts';
import styles from './PersonPage.module.css';
import { Portrait } from './Portrait.tsx';

const Prose = later(() => import('../../rich-text/Prose.tsx').then(({ Prose }) => Prose));
const FilmGrid = later(() => import('../films/cards/FilmGrid.tsx').then(({ FilmGrid }) => FilmGrid));
const ArticleList = later(() =>
  import('../articles/cards/ArticleList.tsx').then(({ ArticleList }) => ArticleList),
);
const PersonLine = later(() => import('./PersonLine.tsx').then(({ PersonLine }) => PersonLine));
const PersonWords = later(() => import('./PersonWords.tsx').then(({ PersonWords }) => PersonWords));

type Films = NonNullable<NonNullable<PersonPageQuery['person']>['films']['nodes']>;

/** Warms the person's query; 404 when there is nobody of that name. */
export const loader = loadPage(PersonPageDocument, slugParam, ({ person }) => person);

/** Who else stands behind these films, each once. */
const companions = (self: string, films: Films) => {
  const people = compact(films).flatMap(({ credits }) => credits.flatMap(({ person }) => person ?? []));
  return [...new Map(people.filter(({ id }) => id !== self).map((person) => [person.id, person])).values()];
};

/** Somebody's page: the portrait, the life, what they said, what came of the idea, and who else had a part in it. */
const PersonPage = () => {
  const { slug = '' } = useParams();
  const origin = useOrigin();
  const { problems } = useLoaderData<PageFaults>();
  const { data } = usePersonPageSuspenseQuery({ variables: { slug } });
  const person = data?.person;
  if (!person) return null;
  const { id, name, knownFor, born, died, portrait, card, biography } = person;
  const description = [knownFor && `${knownFor}.`, biography?.plainText].filter(Boolean).join(' ') || name;
  const films = compact(person.films.nodes);
  const { shown, toCome } = partToCome(films);
  const articles = compact(person.articles.nodes);
  const others = companions(id, films);
  return (
    <article {...accented(films[0]?.accent)}>
      <PageHead
        title={name}
        description={description}
        kind="profile"
        picture={card && { url: card.url, ...CARD_SHAPE, alt: card.alt }}
        things={[
          personThing(origin, { slug, name, description: summary(description), born, died }),
          trailThing(origin, 'Person', slug, name),
        ]}
      />
      <header className={styles.header}>
        <figure className={styles.portrait}>
          <Portrait picture={portrait} name={name} sizes="(min-width: 44rem) 36vw, 92vw" lead />
          {/* What the picture shows is said once to those who hear the page: by the picture. */}
          {portrait?.alt && <figcaption aria-hidden="true">{portrait.alt}</figcaption>}
        </figure>
        <div className={styles.words}>
          <h1 className={styles.name}>{name}</h1>
          {knownFor && <p className={styles.known}>{knownFor}</p>}
          <LifeDates born={born} died={died} />
          {biography && (
            <div className={styles.life}>
              <Prose text={biography} />
            </div>
          )}
        </div>
      </header>
      <ProblemNote problems={problems} />
      {films.length > 0 && (
        <Band title={films.length === 1 ? 'The film' : 'The films'}>
          <FilmGrid films={[...shown, ...toCome]} rhythm={films.length > 2 ? 'even' : 'breathing'} />
        </Band>
      )}
      {articles.length > 0 && (
        <Band title="To read">
          <ArticleList articles={articles} />
        </Band>
      )}
      {others.length > 0 && (
        <Band
          title={films.length === 1 ? 'Also behind this film' : 'Also behind these films'}
          more={{ to: '/people', words: 'Everybody' }}
        >
          <ul className={styles.others}>
            {others.map((other) => (
              <li key={other.id}>
                <PersonLine person={other} />
              </li>
            ))}
          </ul>
        </Band>
      )}
      {/* The last part, so that nothing moves when it comes. */}
      <PersonWords slug={slug} name={name} />
    </article>
  );
};

export { PersonPage as Component };
