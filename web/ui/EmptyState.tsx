import type { ReactNode } from 'react';
import styles from './EmptyState.module.css';

/** Renders the message of an empty list. */
export const EmptyState = ({ children }: { children: ReactNode }) => (
  <div className={styles.empty}>{children}</div>
);
