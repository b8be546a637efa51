import { useRevalidator } from 'react-router';
import type { Problem } from './dataErrors.ts';
import styles from './ErrorNotice.module.css';

/** Says what is missing from an otherwise good page, and offers to ask again. Nothing is shown when nothing is missing. */
export const ProblemNote = ({ problems }: { problems: readonly Problem[] }) => {
  const { revalidate, state } = useRevalidator();
  if (problems.length === 0) return null;
  return (
    <aside className={styles.note} role="status">
      {problems.map(({ message }) => (
        <p key={message}>{message}</p>
      ))}
      <button type="button" onClick={() => revalidate()} disabled={state === 'loading'}>
        {state === 'loading' ? 'Asking again' : 'Try again'}
      </button>
    </aside>
  );
};
