import type { ReactNode } from 'react';
import styles from './More.module.css';

interface MoreProps {
  onClick: () => void;
  busy: boolean;
  /** The last attempt failed. */
  stuck: boolean;
  children: ReactNode;
}

/** The end of a list that goes on. */
export const More = ({ onClick, busy, stuck, children }: MoreProps) => (
  <p className={styles.more}>
    <button type="button" onClick={onClick} disabled={busy}>
      {busy ? 'Fetching more' : children}
    </button>
    {stuck && <span role="status">That did not work. It may in a moment.</span>}
  </p>
);
