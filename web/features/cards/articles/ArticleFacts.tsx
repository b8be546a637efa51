import { formatDate } from '../../../lib/text/dates.ts';
import styles from './ArticleFacts.module.css';

interface ArticleFactsProps {
  /** The people whose work the article explains. */
  people: readonly { name: string }[];
  publishedAt: string | null;
  /** The reading time in minutes. */
  readingMinutes: number | null;
}

/** Renders the people of an article, the publication date and the reading time. */
export const ArticleFacts = ({ people, publishedAt, readingMinutes }: ArticleFactsProps) => (
  <p className={styles.facts}>
    {people.length > 0 && <span>On the work of {people.map(({ name }) => name).join(' and ')}</span>}
    {publishedAt && <time dateTime={publishedAt}>{formatDate(publishedAt)}</time>}
    {readingMinutes !== null && readingMinutes > 0 && <span>{readingMinutes} min read</span>}
  </p>
);
