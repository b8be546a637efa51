import { memo } from 'react';
import { Link, useLoaderData } from 'react-router';
import { ErrorNotice } from '../../data/ErrorNotice.tsx';
import { createPageLoader, type PageErrors, slugParam } from '../../data/pageLoader.ts';
import { accentProps } from '../../lib/color/accent.ts';
import { pathOf, usePageSlug } from '../../lib/paths.ts';
import { compact } from '../../lib/text/lists.ts';
import type { FilmBlock } from '../../rich-text/proseTypes.tsx';
import { articleObject } from '../../seo/articleObject.ts';
import { breadcrumbList } from '../../seo/breadcrumbList.ts';
import { useOrigin } from '../../seo/originContext.ts';
import { PageHead, SHARE_IMAGE_SIZE } from '../../seo/PageHead.tsx';
import { CardRowSkeleton } from '../../ui/CardRowSkeleton.tsx';
import { Picture } from '../../ui/images/Picture.tsx';
import { lazyIsland } from '../../ui/lazyIsland.tsx';
import { Section } from '../../ui/Section.tsx';
import { readingArticleClass, readingTextProps } from '../reading-history/readingText.ts';
import { ArticleByline } from './ArticleByline.tsx';
import {
  ArticlePageDocument,
  type ArticlePageQuery,
  useArticlePageSuspenseQuery,
} from './ArticlePage.generated.ts';
import styles from './ArticlePage.module.css';

type Body = NonNullable<NonNullable<ArticlePageQuery['article']>['body']>;
type Block = NonNullable<Body['blocks'][number]>;

const renderFilm = ({ film }: FilmBlock<Block>) => film && <EmbeddedFilm film={film} />;

const ArticleActions = lazyIsland(() =>
  import('./ArticleActions.tsx').then(({ ArticleActions }) => ArticleActions),
);
const ArticleTools = lazyIsland(() => import('./ArticleTools.tsx').then(({ ArticleTools }) => ArticleTools));
const EmbeddedFilm = lazyIsland(() => import('./EmbeddedFilm.tsx').then(({ EmbeddedFilm }) => EmbeddedFilm));
const TableOfContents = lazyIsland(() =>
  import('./TableOfContents.tsx').then(({ TableOfContents }) => TableOfContents),
);
const Prose = lazyIsland(() => import('../../rich-text/Prose.tsx').then(({ Prose }) => Prose));
const PersonLink = lazyIsland(() =>
  import('../cards/people/PersonLink.tsx').then(({ PersonLink }) => PersonLink),
);
const FilmGrid = lazyIsland(() => import('../cards/films/FilmGrid.tsx').then(({ FilmGrid }) => FilmGrid));
const ReadNext = lazyIsland(
  () => import('./ReadNext.tsx').then(({ ReadNext }) => ReadNext),
  <CardRowSkeleton title="Read next" kind="articles" cardCount={3} />,
);

/** Loads the query of the article; the status is 404 if there is none with this slug. */
export const loader = createPageLoader(ArticlePageDocument, slugParam, ({ article }) => article);

/** Renders the page of an article. */
const ArticlePage = () => {
  const slug = usePageSlug();
  const { errors } = useLoaderData<PageErrors>();
  const { data } = useArticlePageSuspenseQuery({ variables: { slug } });
  return data?.article ? <Article slug={slug} errors={errors} article={data.article} /> : null;
};

interface ArticleProps extends PageErrors {
  slug: string;
  article: NonNullable<ArticlePageQuery['article']>;
}

/**
 * Renders an article in the accent color of its first film. It is memoized because a jump to a heading changes the URL
 * and so renders the page again.
 */
const Article = memo(({ slug, errors, article }: ArticleProps) => {
  const origin = useOrigin();
  const { id, title, excerpt, publishedAt, updatedAt, cover, card, body } = article;
  const authors = compact(article.authors);
  const people = compact(article.people?.nodes);
  const topics = compact(article.topics);
  const films = compact(article.films?.nodes);
  const image = card?.url ? { url: card.url, ...SHARE_IMAGE_SIZE, alt: card.alt } : null;
  const readingMinutes = body?.readingMinutes ?? null;
  const articleInput = {
    ...article,
    authors,
    people,
    topics,
    films,
    readingMinutes,
    imageUrl: card?.url ?? null,
  };
  const otherFilms = filmsOutsideText(films, body);
  return (
    <article {...accentProps(films[0]?.accent)} className={readingArticleClass}>
      <PageHead
        title={title}
        image={image}
        publishedAt={publishedAt}
        updatedAt={updatedAt}
        description={excerpt}
        ogType="article"
        hasEmbed
        structuredData={[articleObject(origin, articleInput), breadcrumbList(origin, 'Article', slug, title)]}
      />
      <header className={styles.header} data-cover={Boolean(cover) || undefined}>
        <h1 className={styles.title}>{title}</h1>
        <div className={styles.standfirst}>
          {excerpt && <p className={styles.excerpt}>{excerpt}</p>}
          <ArticleByline
            authors={authors}
            publishedAt={publishedAt}
            updatedAt={updatedAt}
            readingMinutes={readingMinutes}
          />
          {topics.length > 0 && (
            <p className={styles.topics}>
              {topics.map((topic) => (
                <Link key={topic.id} to={pathOf('Topic', topic.slug)}>
                  {topic.title}
                </Link>
              ))}
            </p>
          )}
          <ArticleActions id={id} slug={slug} title={title} readingMinutes={readingMinutes} />
        </div>
        {cover && (
          <figure className={styles.cover}>
            <Picture {...cover} sizes="(min-width: 64rem) 46vw, 92vw" isLead />
            {cover.caption && <figcaption>{cover.caption}</figcaption>}
          </figure>
        )}
      </header>
      <ErrorNotice errors={errors} />
      <div className={styles.body}>
        {body ? (
          <div className={styles.text}>
            <TableOfContents blocks={body.blocks} />
            <div {...readingTextProps}>
              <Prose text={body} renderFilm={renderFilm} hasSideNotes />
            </div>
          </div>
        ) : (
          <p className={styles.empty}>This article has a title and no words yet.</p>
        )}
        <ArticleTools slug={slug} title={title} publishedAt={publishedAt} authors={authors} />
        {people.length > 0 && (
          <section className={styles.people}>
            <h2>Based on the work of</h2>
            {people.map((person) => (
              <PersonLink key={person.id} person={person} />
            ))}
          </section>
        )}
      </div>
      {otherFilms.length > 0 && (
        <Section title="Films">
          <FilmGrid films={otherFilms} layout="few" />
        </Section>
      )}
      <div data-screen-only>
        <ReadNext slug={slug} />
      </div>
    </article>
  );
});

type Film = NonNullable<NonNullable<ArticleProps['article']['films']>['nodes'][number]>;

/** Returns the films of an article that its text does not contain. */
const filmsOutsideText = (films: readonly Film[], body: Body | null): Film[] => {
  const embedded = new Set(
    body?.blocks.map((block) => (block?.__typename === 'EmbeddedFilm' ? block.film?.id : undefined)),
  );
  return films.filter(({ id }) => !embedded.has(id));
};

export { ArticlePage as Component };
