import { formatDate } from '../../components/text/dates.ts';
import { joinNames } from '../../components/text/lists.ts';
import styles from './ArticleByline.module.css';

interface ArticleBylineProps {
  /** The people who wrote the article. */
  writers: readonly { name: string }[];
  publishedAt: string | null;
  updatedAt: string | null;
  readingMinutes: number | null;
}

/** Renders the writers, the dates of publication and of the last update, and the reading time of an article. */
export const ArticleByline = ({ writers, publishedAt, updatedAt, readingMinutes }: ArticleBylineProps) => {
  const published = publishedAt && formatDate(publishedAt);
  const updated = updatedAt && formatDate(updatedAt);
  return (
    <div className={styles.byline}>
      {writers.length > 0 && (
        <p className={styles.writers}>By {joinNames(writers.map(({ name }) => name))}</p>
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
