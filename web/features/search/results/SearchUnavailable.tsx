import { Link } from 'react-router';
import styles from './SearchUnavailable.module.css';

/** Renders the error state of the search page with a retry button. */
export const SearchUnavailable = ({ onRetry, isLoading }: { onRetry: () => void; isLoading: boolean }) => (
  <div className={styles.unavailable}>
    <p className={styles.message} role="status">
      Search cannot be reached at the moment.
    </p>
    <p>
      Everything else works: <Link to="/films">all films</Link>, <Link to="/articles">all articles</Link>,{' '}
      <Link to="/people">the people</Link>.
    </p>
    <p className={styles.retry}>
      <button type="button" onClick={onRetry} disabled={isLoading}>
        {isLoading ? 'Retrying' : 'Retry'}
      </button>
    </p>
  </div>
);
