import { Link } from 'react-router';
import { pathOf } from '../../lib/paths.ts';
import { formatDate } from '../../lib/text/dates.ts';
import { JoinedList } from '../../ui/text/JoinedList.tsx';
import styles from './ArticleByline.module.css';

interface ArticleBylineProps {
  /** The people who wrote the article. */
  authors: readonly { name: string; slug: string | null }[];
  publishedAt: string | null;
  updatedAt: string | null;
  readingMinutes: number | null;
}

/** Renders the authors, the dates of publication and of the last update, and the reading time of an article. */
export const ArticleByline = ({ authors, publishedAt, updatedAt, readingMinutes }: ArticleBylineProps) => {
  const published = publishedAt && formatDate(publishedAt);
  const updated = updatedAt && formatDate(updatedAt);
  return (
    <div className={styles.byline}>
      {authors.length > 0 && (
        <p className={styles.authors}>
          By{' '}
          <JoinedList
            items={authors.map(({ name, slug }) =>
              slug ? <Link to={pathOf('Contributor', slug)}>{name}</Link> : name,
            )}
          />
        </p>
      )}
      <p className={styles.facts}>
        {published && <time dateTime={publishedAt}>{published}</time>}
        {published && updated && updated !== published && (
          <span>
            Updated <time dateTime={updatedAt}>{updated}</time>
          </span>
        )}
        {readingMinutes !== null && readingMinutes > 0 && <span>{readingMinutes} min read</span>}
      </p>
    </div>
  );
};
