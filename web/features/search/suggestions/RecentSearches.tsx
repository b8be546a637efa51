import { Link } from 'react-router';
import { hrefOf, NOTHING_SOUGHT } from '../state/searchState.ts';
import styles from './RecentSearches.module.css';
import { forgetSearch, useRecentSearches } from './recentSearches.ts';

/** What the reader sought before, kept on this device only; each can be forgotten. */
export const RecentSearches = () => {
  const searches = useRecentSearches();
  if (searches.length === 0) return null;
  return (
    <section className={styles.recent}>
      <h2>You sought</h2>
      <ul>
        {searches.map((query) => (
          <li key={query}>
            <Link to={hrefOf({ ...NOTHING_SOUGHT, query })}>{query}</Link>
            <button type="button" aria-label={`Forget ${query}`} onClick={() => forgetSearch(query)} />
          </li>
        ))}
      </ul>
      <p>
        Remembered in this browser and nowhere else.{' '}
        <button type="button" onClick={() => forgetSearch()}>
          Forget all
        </button>
      </p>
    </section>
  );
};
