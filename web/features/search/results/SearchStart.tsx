import { Link } from 'react-router';
import type { FacetCounts } from '../filters/facetCounts.ts';
import { hrefOf, NOTHING_SOUGHT } from '../state/searchState.ts';
import { EXAMPLES } from '../suggestions/examples.ts';
import { RecentSearches } from '../suggestions/RecentSearches.tsx';
import styles from './SearchStart.module.css';

interface SearchStartProps {
  counts: FacetCounts;
}

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
