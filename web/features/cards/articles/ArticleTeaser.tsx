import { Link } from 'react-router';
import { accentProps } from '../../../lib/color/accent.ts';
import { pathOf } from '../../../lib/paths.ts';
import { isPlayable } from '../../../lib/playable.ts';
import { initialOf } from '../../../lib/text/initialsOf.ts';
import { compact } from '../../../lib/text/lists.ts';
import { Initial } from '../../../ui/images/Initial.tsx';
import { Picture } from '../../../ui/images/Picture.tsx';
import stretchedLink from '../../../ui/StretchedLink.module.css';
import { FilmStill } from '../films/FilmStill.tsx';
import { ArticleFacts } from './ArticleFacts.tsx';
import type { ArticleTeaserFragment } from './ArticleTeaser.generated.ts';
import styles from './ArticleTeaser.module.css';

interface ArticleTeaserProps {
  article: ArticleTeaserFragment;
  /** Shows the teaser at full width. */
  isLarge?: boolean;
  /** The heading level of the title. */
  headingLevel?: 2 | 3;
}

const SIZES = { large: '(min-width: 64rem) 58vw, 92vw', small: '(min-width: 40rem) 45vw, 92vw' };

/**
 * Renders the teaser of an article: cover image, title and excerpt. Without a cover it shows a still of the first
 * playable film of the article, or else the initial of the title.
 */
export const ArticleTeaser = ({ article, isLarge, headingLevel = 3 }: ArticleTeaserProps) => {
  const { slug, title, excerpt, publishedAt, authors, body, cover, ...teaser } = article;
  const films = compact(teaser.films?.nodes);
  const Heading = `h${headingLevel}` as const;
  const sizes = isLarge ? SIZES.large : SIZES.small;
  const film = films.find(isPlayable);
  return (
    <article
      {...accentProps(films[0]?.accent)}
      className={`${styles.teaser} ${stretchedLink.card}`}
      data-large={isLarge || undefined}
    >
      {cover ? (
        <Picture {...cover} alt="" sizes={sizes} className={styles.cover} />
      ) : (
        <div className={styles.substitute} aria-hidden="true">
          {film ? <FilmStill film={film} sizes={sizes} /> : <Initial letters={initialOf(title)} />}
        </div>
      )}
      <div className={styles.text}>
        <Heading className={styles.title}>
          <Link to={pathOf('Article', slug)} className={stretchedLink.link}>
            {title}
          </Link>
        </Heading>
        {excerpt && <p className={styles.excerpt}>{excerpt}</p>}
        <ArticleFacts
          authors={compact(authors)}
          publishedAt={publishedAt}
          readingMinutes={body?.readingMinutes ?? null}
        />
      </div>
    </article>
  );
};
