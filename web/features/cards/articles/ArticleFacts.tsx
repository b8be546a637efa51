import { formatDate } from '../../../lib/text/dates.ts';
import { joinNames } from '../../../lib/text/lists.ts';
import styles from './ArticleFacts.module.css';

interface ArticleFactsProps {
  authors: readonly { name: string }[];
  publishedAt: string | null;
  /** The reading time in minutes. */
  readingMinutes: number | null;
}

/** Renders the authors of an article, the publication date and the reading time. */
export const ArticleFacts = ({ authors, publishedAt, readingMinutes }: ArticleFactsProps) => (
  <p className={styles.facts}>
    {authors.length > 0 && <span>{joinNames(authors.map(({ name }) => name))}</span>}
    {publishedAt && <time dateTime={publishedAt}>{formatDate(publishedAt)}</time>}
    {readingMinutes !== null && readingMinutes > 0 && <span>{readingMinutes} min read</span>}
  </p>
);
