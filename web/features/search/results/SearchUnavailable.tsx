import { Link, useRevalidator } from 'react-router';
import { type DataError, httpStatusOf, retryAfterSecondsOf } from '../../../data/dataErrors.ts';
import { ERROR_HEADINGS, errorHeading, errorMessages } from '../../../data/errorMessages.ts';
import styles from './SearchUnavailable.module.css';
import { useRetryBackoff } from './useRetryBackoff.ts';

interface SearchUnavailableProps {
  errors: readonly DataError[];
  /** True while another search loads. */
  isLoading: boolean;
}

/** Renders the error state of the search page with a retry button. It retries on its own too, unless access is denied. */
export const SearchUnavailable = ({ errors, isLoading: isNavigating }: SearchUnavailableProps) => {
  const { revalidate, state } = useRevalidator();
  const isLoading = isNavigating || state === 'loading';
  const retry = () => void revalidate();
  useRetryBackoff(httpStatusOf(errors) !== 403, isLoading, retry, retryAfterSecondsOf(errors));
  const [heading, sentence] = errorHeading(errors, [
    'Search is not available right now',
    ERROR_HEADINGS.failed[1],
  ]);
  const isServiceDown = errors.every(({ service }) => service !== null);
  return (
    <div className={styles.unavailable}>
      <div role="status">
        <h2 className={styles.heading}>{heading}</h2>
        <p>{[sentence, ...errorMessages(errors)].join(' ')}</p>
      </div>
      {isServiceDown && (
        <p>
          Everything else works: <Link to="/films">all films</Link>, <Link to="/articles">all articles</Link>,{' '}
          <Link to="/people">the people</Link>.
        </p>
      )}
      <p className={styles.retry}>
        <button type="button" onClick={retry} disabled={isLoading}>
          {isLoading ? 'Retrying' : 'Retry'}
        </button>
      </p>
    </div>
  );
};
