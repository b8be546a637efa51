import { Link } from 'react-router';
import type { FacetCounts } from './facetCounts.ts';
import { RecentSearches } from './RecentSearches.tsx';
import styles from './SearchStart.module.css';
import { hrefOf, NOTHING_SOUGHT } from './searchState.ts';

interface SearchStartProps {
  counts: FacetCounts;
}

/** Words to begin with, one for each thing a search can do. */
const EXAMPLES: readonly { query: string; why: string }[] = [
  { query: 'golden thread', why: 'words that are said in a film open it at that second' },
  { query: 'Turing', why: 'people, and the films and articles that speak of them' },
  { query: 'sand on a plate', why: 'what happens in a film' },
  { query: 'butterfy', why: 'a slip of the finger is forgiven' },
];

/** A search page before anything is sought: what can be, what others begin with, what this reader sought before. */
export const SearchStart = ({ counts }: SearchStartProps) => (
  <div className={styles.start}>
    <section className={styles.examples}>
      <h2>Try</h2>
      <ul>
        {EXAMPLES.map(({ query, why }) => (
          <li key={query}>
            <Link to={hrefOf({ ...NOTHING_SOUGHT, query })}>{query}</Link> <span>{why}</span>
          </li>
        ))}
      </ul>
    </section>
    {counts.topics.length > 0 && (
      <section className={styles.topics}>
        <h2>Topics</h2>
        <ul>
          {counts.topics.map(({ value, label, count }) => (
            <li key={value}>
              <Link to={hrefOf({ ...NOTHING_SOUGHT, topics: [value] })}>{label}</Link> <span>{count}</span>
            </li>
          ))}
        </ul>
      </section>
    )}
    <RecentSearches />
  </div>
);
