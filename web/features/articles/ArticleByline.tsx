import { formatDate } from '../../lib/text/dates.ts';
import { joinNames } from '../../lib/text/lists.ts';
import styles from './ArticleByline.module.css';

interface ArticleBylineProps {
  /** The people who wrote the article. */
  authors: readonly { name: string }[];
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
        <p className={styles.authors}>By {joinNames(authors.map(({ name }) => name))}</p>
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
