import { Link, useRevalidator } from 'react-router';
import styles from './SearchUnavailable.module.css';
import { useRetryBackoff } from './useRetryBackoff.ts';

/** Renders the error state of the search page with a retry button. It retries on its own too. */
export const SearchUnavailable = ({ isLoading: isNavigating }: { isLoading: boolean }) => {
  const { revalidate, state } = useRevalidator();
  const isLoading = isNavigating || state === 'loading';
  const retry = () => void revalidate();
  useRetryBackoff(true, isLoading, retry);
  return (
    <div className={styles.unavailable}>
      <p className={styles.message} role="status">
        Search cannot be reached at the moment.
      </p>
      <p>
        Everything else works: <Link to="/films">all films</Link>, <Link to="/articles">all articles</Link>,{' '}
        <Link to="/people">the people</Link>.
      </p>
      <p className={styles.retry}>
        <button type="button" onClick={retry} disabled={isLoading}>
          {isLoading ? 'Retrying' : 'Retry'}
        </button>
      </p>
    </div>
  );
};
