import { useRevalidator } from 'react-router';
import type { DataError } from './dataErrors.ts';
import styles from './ErrorList.module.css';
import { errorMessages } from './errorMessages.ts';

interface ErrorListProps {
  errors: readonly DataError[];
}

/** The messages of errors, with a button that loads the page's data again. */
export const ErrorList = ({ errors }: ErrorListProps) => {
  const { revalidate, state } = useRevalidator();
  return (
    <aside className={styles.note} role="status">
      {errorMessages(errors).map((message) => (
        <p key={message}>{message}</p>
      ))}
      <button type="button" onClick={() => revalidate()} disabled={state === 'loading'}>
        {state === 'loading' ? 'Retrying' : 'Retry'}
      </button>
    </aside>
  );
};
