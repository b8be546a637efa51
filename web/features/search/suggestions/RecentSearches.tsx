import { Link } from 'react-router';
import { focusNextItem } from '../../../lib/focus/focusNextItem.ts';
import { EMPTY_SEARCH, searchHref } from '../state/searchState.ts';
import styles from './RecentSearches.late.module.css';
import { removeSearch, useRecentSearches } from './recentSearches.ts';

/** Renders the recent searches, each with a button that removes it. */
export const RecentSearches = () => {
  const queries = useRecentSearches();
  const handleRemove = (query?: string) => {
    focusNextItem();
    removeSearch(query);
  };
  if (queries.length === 0) return null;
  return (
    <section className={styles.recent}>
      <h2>Recent searches</h2>
      <ul>
        {queries.map((query) => (
          <li key={query}>
            <Link to={searchHref({ ...EMPTY_SEARCH, query })}>{query}</Link>
            <button type="button" aria-label={`Remove ${query}`} onClick={() => handleRemove(query)} />
          </li>
        ))}
      </ul>
      <p>
        Saved in this browser only.{' '}
        <button type="button" onClick={() => handleRemove()}>
          Clear all
        </button>
      </p>
    </section>
  );
};
