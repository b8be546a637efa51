import { focusNextItem } from '../../lib/focus/focusNextItem.ts';
import { useHydrated } from '../../lib/timing/useHydrated.ts';
import { Section } from '../../ui/Section.tsx';
import { clearReadingPosition, readingHistory } from '../reading-history/readingHistory.ts';
import { readingHistoryStore, useReadingHistory } from '../reading-history/readingHistoryStore.ts';
import styles from './ContinueRow.module.css';
import { formatPosition, LibraryArticles } from './LibraryArticles.tsx';

const MAX_ARTICLES_IN_ROW = 3;
const NO_PATHS: ReadonlySet<string> = new Set();

/**
 * Renders the “Continue reading” row of the home page. Its height does not depend on the articles, which the server does
 * not know; an inline script shows it before the first paint to readers who have any.
 */
export const ContinueReadingRow = () => {
  const articles = readingHistory.inProgress(useReadingHistory());
  const isHydrated = useHydrated();
  return (
    <div className={styles.readingRow}>
      <Section title="Continue reading" more={{ to: '/library', label: 'Your library' }}>
        <div className={styles.articles}>
          {isHydrated && (
            <LibraryArticles
              articles={articles.slice(0, MAX_ARTICLES_IN_ROW)}
              isRow
              offlinePaths={NO_PATHS}
              listName="Continue reading"
              detailOf={formatPosition}
              onRemove={(state) => {
                focusNextItem();
                readingHistoryStore.update((history) => clearReadingPosition(history, state));
              }}
            />
          )}
        </div>
      </Section>
    </div>
  );
};
