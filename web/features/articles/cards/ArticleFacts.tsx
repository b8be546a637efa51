import { day } from '../../../components/text/dates.ts';
import { pluralize } from '../../../components/text/pluralize.ts';
import styles from './ArticleFacts.module.css';

interface ArticleFactsProps {
  /** The people whose own writing the article follows. */
  authors: readonly { name: string }[];
  publishedAt: string | null;
  /** To read it. */
  minutes: number | null;
}

/** Whom an article follows, when it appeared, and how long it takes. */
export const ArticleFacts = ({ authors, publishedAt, minutes }: ArticleFactsProps) => (
  <p className={styles.facts}>
    {authors.length > 0 && <span>After {authors.map(({ name }) => name).join(' and ')}</span>}
    {publishedAt && <time dateTime={publishedAt}>{day(publishedAt)}</time>}
    {minutes !== null && minutes > 0 && <span>{pluralize(minutes, 'minute')}</span>}
  </p>
);
