import { Link } from 'react-router';
import styles from './SearchUnavailable.module.css';

/** Search is away; everything else is not. */
export const Unreachable = ({ onRetry, busy }: { onRetry: () => void; busy: boolean }) => (
  <div className={styles.away}>
    <p className={styles.why} role="status">
      Search cannot be reached at the moment.
    </p>
    <p>
      Everything else can: <Link to="/films">all films</Link>, <Link to="/articles">all articles</Link>,{' '}
      <Link to="/people">the people</Link>.
    </p>
    <p className={styles.retry}>
      <button type="button" onClick={onRetry} disabled={busy}>
        {busy ? 'Asking again' : 'Try again'}
      </button>
    </p>
  </div>
);
