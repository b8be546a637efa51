import { useLoaderData } from 'react-router';
import { ErrorNotice } from '../../data/ErrorNotice.tsx';
import { createPageLoader, type PageErrors, slugParam } from '../../data/pageLoader.ts';
import { accentProps } from '../../lib/color/accent.ts';
import { feedPathOf, usePageSlug } from '../../lib/paths.ts';
import { compact } from '../../lib/text/lists.ts';
import { summary } from '../../lib/text/summary.ts';
import { breadcrumbList } from '../../seo/breadcrumbList.ts';
import { useOrigin } from '../../seo/originContext.ts';
import { PageHead, SHARE_IMAGE_SIZE } from '../../seo/PageHead.tsx';
import { profilePage } from '../../seo/profilePage.ts';
import { FeedLink } from '../../ui/FeedLink.tsx';
import { lazyIsland } from '../../ui/lazyIsland.tsx';
import { Section } from '../../ui/Section.tsx';
import { LifeDates } from '../cards/people/LifeDates.tsx';
import { Portrait } from '../cards/people/Portrait.tsx';
import {
  PersonPageDocument,
  type PersonPageQuery,
  usePersonPageSuspenseQuery,
} from './PersonPage.generated.ts';
import styles from './PersonPage.module.css';

const Prose = lazyIsland(() => import('../../rich-text/Prose.tsx').then(({ Prose }) => Prose));
const FilmGrid = lazyIsland(() => import('../cards/films/FilmGrid.tsx').then(({ FilmGrid }) => FilmGrid));
const ArticleList = lazyIsland(() =>
  import('../cards/articles/ArticleList.tsx').then(({ ArticleList }) => ArticleList),
);
const PersonLink = lazyIsland(() =>
  import('../cards/people/PersonLink.tsx').then(({ PersonLink }) => PersonLink),
);
const PersonQuotations = lazyIsland(() =>
  import('./PersonQuotations.tsx').then(({ PersonQuotations }) => PersonQuotations),
);

type Films = NonNullable<NonNullable<PersonPageQuery['person']>['films']>['nodes'];

/** Loads the query of the person; the status is 404 if there is none with this slug. */
export const loader = createPageLoader(PersonPageDocument, slugParam, ({ person }) => person);

/** Returns the other people in the credits of the films, each once. */
const collaboratorsOf = (personId: string, films: Films) => {
  const people = compact(films).flatMap(({ credits }) =>
    compact(credits).flatMap(({ person }) => person ?? []),
  );
  return [
    ...new Map(people.filter(({ id }) => id !== personId).map((person) => [person.id, person])).values(),
  ];
};

/** Renders the page of a person: portrait, biography, films, articles, mentions, collaborators and quotations. */
const PersonPage = () => {
  const slug = usePageSlug();
  const origin = useOrigin();
  const { errors } = useLoaderData<PageErrors>();
  const { data } = usePersonPageSuspenseQuery({ variables: { slug } });
  const person = data?.person;
  if (!person) return null;
  const { id, name, knownFor, born, died, portrait, card, biography } = person;
  const description = [knownFor && `${knownFor}.`, biography?.plainText].filter(Boolean).join(' ') || name;
  const films = compact(person.films?.nodes);
  const articles = compact(person.articles?.nodes);
  const mentions = compact(person.mentions);
  const collaborators = collaboratorsOf(id, films);
  return (
    <article {...accentProps(films[0]?.accent)}>
      <PageHead
        title={name}
        description={description}
        ogType="profile"
        feedPath={feedPathOf('Person', slug)}
        image={card?.url ? { url: card.url, ...SHARE_IMAGE_SIZE, alt: card.alt } : null}
        structuredData={[
          profilePage(origin, {
            pageType: 'Person',
            slug,
            name,
            description: summary(description),
            born,
            died,
          }),
          breadcrumbList(origin, 'Person', slug, name),
        ]}
      />
      <header className={styles.header}>
        <figure className={styles.portrait}>
          <Portrait image={portrait} name={name} sizes="(min-width: 44rem) 36vw, 92vw" isLead />
          {portrait?.caption && <figcaption>{portrait.caption}</figcaption>}
        </figure>
        <div className={styles.text}>
          <h1 className={styles.name}>{name}</h1>
          {knownFor && <p className={styles.knownFor}>{knownFor}</p>}
          <LifeDates born={born} died={died} />
          <FeedLink type="Person" slug={slug} name={name} />
          {biography && (
            <div className={styles.biography}>
              <Prose text={biography} />
            </div>
          )}
        </div>
      </header>
      <ErrorNotice errors={errors} />
      {films.length > 0 && (
        <Section title="Films">
          <FilmGrid films={films} layout="few" />
        </Section>
      )}
      {articles.length > 0 && (
        <Section title="Articles">
          <ArticleList articles={articles} />
        </Section>
      )}
      {mentions.length > 0 && (
        <Section title="Mentioned in">
          <ArticleList articles={mentions} />
        </Section>
      )}
      {collaborators.length > 0 && (
        <Section
          title={films.length === 1 ? 'Also behind this film' : 'Also behind these films'}
          more={{ to: '/people', label: 'All people' }}
        >
          <ul className={styles.collaborators}>
            {collaborators.map((collaborator) => (
              <li key={collaborator.id}>
                <PersonLink person={collaborator} />
              </li>
            ))}
          </ul>
        </Section>
      )}
      {/* Last on the page, so that its late arrival shifts no layout. */}
      <PersonQuotations slug={slug} name={name} />
    </article>
  );
};

export { PersonPage as Component };
