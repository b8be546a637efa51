import type { FragmentType } from '@apollo/client';
import { Link } from 'react-router';
import { addressOf } from '../../ui/addresses.ts';
import { Picture } from '../../ui/Picture.tsx';
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

/** An article among others: its picture, its title, and how it begins. */
export const ArticleTeaser = ({ article, leading, level = 3 }: ArticleTeaserProps) => {
  const { slug, title, excerpt, publishedAt, authors, body, cover } = useArticleTeaserFragment(article);
  const Heading = `h${level}` as const;
  return (
    <article className={styles.teaser} data-leading={leading || undefined}>
      {cover && (
        <Picture
          {...cover}
          alt=""
          sizes={leading ? '(min-width: 64rem) 58vw, 92vw' : '(min-width: 40rem) 22rem, 92vw'}
          className={styles.cover}
        />
      )}
      <div className={styles.words}>
        <Heading className={styles.title}>
          <Link to={addressOf('Article', slug)} className={styles.link}>
            {title}
          </Link>
        </Heading>
        {excerpt && <p className={styles.excerpt}>{excerpt}</p>}
        <ArticleFacts authors={authors} publishedAt={publishedAt} minutes={body?.readingMinutes ?? null} />
      </div>
    </article>
  );
};
