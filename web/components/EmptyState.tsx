import type { ReactNode } from 'react';
import styles from './EmptyState.module.css';

/** What stands where a list would, when there is nothing to list. */
export const Empty = ({ children }: { children: ReactNode }) => (
  <div className={styles.empty}>{children}</div>
);
