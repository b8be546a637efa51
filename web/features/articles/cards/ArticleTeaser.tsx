import type { FragmentType } from '@apollo/client';
import { Link } from 'react-router';
import { Initial } from '../../../components/images/Initial.tsx';
import { Picture } from '../../../components/images/Picture.tsx';
import { addressOf } from '../../../components/paths.ts';
import wholeLink from '../../../components/StretchedLink.module.css';
import { accented } from '../../../components/text/accent.ts';
import { FilmStill } from '../../films/cards/FilmStill.tsx';
import { ArticleFacts } from './ArticleFacts.tsx';
import { type ArticleTeaserFragment, useArticleTeaserFragment } from './ArticleTeaser.generated.ts';
import styles from './ArticleTeaser.module.css';

interface ArticleTeaserProps {
  article: FragmentType<ArticleTeaserFragment>;
  /** Set large, with the picture above the words. */
  leading?: boolean;
  /** The level of its title among the page's headings. */
  level?: 2 | 3;
}

const SIZES = { leading: '(min-width: 64rem) 58vw, 92vw', among: '(min-width: 40rem) 45vw, 92vw' };

/** An article among others: its picture, its title, and how it begins. Without a cover it borrows the still of its film, or stands under its initial. */
export const ArticleTeaser = ({ article, leading, level = 3 }: ArticleTeaserProps) => {
  const { slug, title, excerpt, publishedAt, authors, body, cover, films } =
    useArticleTeaserFragment(article);
  const Heading = `h${level}` as const;
  const sizes = leading ? SIZES.leading : SIZES.among;
  const film = films.find(({ video }) => video?.status === 'READY');
  return (
    <article
      {...accented(films[0]?.accent)}
      className={`${styles.teaser} ${wholeLink.card}`}
      data-leading={leading || undefined}
    >
      {cover ? (
        <Picture {...cover} alt="" sizes={sizes} className={styles.cover} />
      ) : (
        <div className={styles.borrowed} aria-hidden="true">
          {film ? <FilmStill film={film} sizes={sizes} /> : <Initial letters={title.slice(0, 1)} />}
        </div>
      )}
      <div className={styles.words}>
        <Heading className={styles.title}>
          <Link to={addressOf('Article', slug)} className={wholeLink.link}>
            {title}
          </Link>
        </Heading>
        {excerpt && <p className={styles.excerpt}>{excerpt}</p>}
        <ArticleFacts authors={authors} publishedAt={publishedAt} minutes={body?.readingMinutes ?? null} />
      </div>
    </article>
  );
};
