import { formatDate } from '../../../components/text/dates.ts';
import styles from './ArticleFacts.module.css';

interface ArticleFactsProps {
  /** The people on whose writing the article is based. */
  authors: readonly { name: string }[];
  publishedAt: string | null;
  /** The reading time in minutes. */
  readingMinutes: number | null;
}

/** Renders the authors, the publication date and the reading time of an article. */
export const ArticleFacts = ({ authors, publishedAt, readingMinutes }: ArticleFactsProps) => (
  <p className={styles.facts}>
    {authors.length > 0 && <span>On the work of {authors.map(({ name }) => name).join(' and ')}</span>}
    {publishedAt && <time dateTime={publishedAt}>{formatDate(publishedAt)}</time>}
    {readingMinutes !== null && readingMinutes > 0 && <span>{readingMinutes} min read</span>}
  </p>
);
