import { memo, useMemo } from 'react';
import { Link, useLoaderData, useParams } from 'react-router';
import { ProblemNote } from '../../apollo/ErrorNotice.tsx';
import { loadPage, type PageFaults, slugParam } from '../../apollo/loadPage.ts';
import { CardRowSkeleton } from '../../components/CardRowSkeleton.tsx';
import { Picture } from '../../components/images/Picture.tsx';
import { later } from '../../components/lazyIsland.tsx';
import { addressOf } from '../../components/paths.ts';
import { Band } from '../../components/Section.tsx';
import { accented } from '../../components/text/accent.ts';
import { outlineOf } from '../../rich-text/outline.ts';
import { articleThing } from '../../seo/article.ts';
import { trailThing } from '../../seo/breadcrumbList.ts';
import { useOrigin } from '../../seo/originContext.ts';
import { CARD_SHAPE, PageHead } from '../../seo/PageHead.tsx';
import {
  ArticlePageDocument,
  type ArticlePageQuery,
  useArticlePageSuspenseQuery,
} from './ArticlePage.generated.ts';
import styles from './ArticlePage.module.css';
import { Contents } from './Contents.tsx';
import { ArticleFacts } from './cards/ArticleFacts.tsx';

/** Parts from which on a list of contents helps. */
const MANY = 3;

type Body = NonNullable<NonNullable<ArticlePageQuery['article']>['body']>;
type Document = Body['links']['references'][number]['document'];

const filmInText = (document: Document) =>
  document.__typename === 'Film' ? <EmbeddedFilm film={document} /> : null;

const EmbeddedFilm = later(() => import('./EmbeddedFilm.tsx').then(({ EmbeddedFilm }) => EmbeddedFilm));
const Prose = later(() => import('../../rich-text/Prose.tsx').then(({ Prose }) => Prose));
const PersonLine = later(() => import('../people/PersonLine.tsx').then(({ PersonLine }) => PersonLine));
const FilmGrid = later(() => import('../films/cards/FilmGrid.tsx').then(({ FilmGrid }) => FilmGrid));
const ReadNext = later(
  () => import('./ReadNext.tsx').then(({ ReadNext }) => ReadNext),
  <CardRowSkeleton title="Read next" kind="articles" cards={3} />,
);

/** Warms the article's query; 404 when there is no such article. */
export const loader = loadPage(ArticlePageDocument, slugParam, ({ article }) => article);

/** An article to read, in the colour of the first film it is about. */
const ArticlePage = () => {
  const { slug = '' } = useParams();
  const { problems } = useLoaderData<PageFaults>();
  const { data } = useArticlePageSuspenseQuery({ variables: { slug } });
  return data?.article ? <Article {...{ slug, problems }} article={data.article} /> : null;
};

interface ArticleProps extends PageFaults {
  slug: string;
  article: NonNullable<ArticlePageQuery['article']>;
}

/** The article itself. A leap to one of its parts changes the page's address, and nothing of what is set here. */
const Article = memo(({ slug, problems, article }: ArticleProps) => {
  const origin = useOrigin();
  const json = article.body?.json;
  const outline = useMemo(() => (Array.isArray(json) ? outlineOf(json) : []), [json]);
  const { title, excerpt, publishedAt, updatedAt, cover, card, authors, topics, films, body } = article;
  const picture = card && { url: card.url, ...CARD_SHAPE, alt: card.alt };
  const minutes = body?.readingMinutes ?? null;
  const told = { ...article, picture: card?.url ?? null, minutes };
  return (
    <article {...accented(films[0]?.accent)}>
      <PageHead
        {...{ title, picture, publishedAt, updatedAt }}
        description={excerpt}
        kind="article"
        embeddable
        things={[articleThing(origin, told), trailThing(origin, 'Article', slug, title)]}
      />
      <header className={styles.header}>
        <h1 className={styles.title}>{title}</h1>
        <div className={styles.standfirst}>
          {excerpt && <p className={styles.excerpt}>{excerpt}</p>}
          <ArticleFacts authors={[]} publishedAt={publishedAt} minutes={minutes} />
          {topics.length > 0 && (
            <p className={styles.topics}>
              {topics.map((topic) => (
                <Link key={topic.id} to={addressOf('Topic', topic.slug)}>
                  {topic.title}
                </Link>
              ))}
            </p>
          )}
        </div>
      </header>
      <ProblemNote problems={problems} />
      {cover && (
        <figure className={styles.cover}>
          <Picture {...cover} sizes="(min-width: 100rem) 88rem, 92vw" lead />
          {cover.caption && <figcaption>{cover.caption}</figcaption>}
        </figure>
      )}
      <div className={styles.body}>
        {body ? (
          <div className={styles.text}>
            {outline.length >= MANY && (
              <div className={styles.beside}>
                <Contents outline={outline} />
              </div>
            )}
            <Prose text={body} film={filmInText} />
          </div>
        ) : (
          <p className={styles.unwritten}>This article has a title and no words yet.</p>
        )}
        {authors.length > 0 && (
          <section className={styles.after}>
            <h2>After</h2>
            {authors.map((person) => (
              <PersonLine key={person.id} person={person} />
            ))}
          </section>
        )}
      </div>
      {films.length > 0 && (
        <Band title={films.length === 1 ? 'The film' : 'The films'}>
          <FilmGrid films={films} rhythm={films.length > 2 ? 'even' : 'breathing'} />
        </Band>
      )}
      <div data-screen-only>
        <ReadNext slug={slug} />
      </div>
    </article>
  );
});

export { ArticlePage as Component };
