import { Link } from 'react-router';
import type { FacetCounts } from '../filters/facetCounts.ts';
import { EMPTY_SEARCH, searchHref } from '../state/searchState.ts';
import { EXAMPLE_SEARCHES } from '../suggestions/exampleSearches.ts';
import { RecentSearches } from '../suggestions/RecentSearches.tsx';
import styles from './SearchStart.module.css';

interface SearchStartProps {
  counts: FacetCounts;
}

/** Renders an empty search: example queries, topics and recent searches. */
export const SearchStart = ({ counts }: SearchStartProps) => (
  <div className={styles.start}>
    <section className={styles.examples}>
      <h2>Example searches</h2>
      <ul>
        {EXAMPLE_SEARCHES.map(({ query, note }) => (
          <li key={query}>
            <Link to={searchHref({ ...EMPTY_SEARCH, query })}>{query}</Link> <span>{note}</span>
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
              <Link to={searchHref({ ...EMPTY_SEARCH, topics: [value] })}>{label}</Link> <span>{count}</span>
            </li>
          ))}
        </ul>
      </section>
    )}
    <RecentSearches />
  </div>
);
