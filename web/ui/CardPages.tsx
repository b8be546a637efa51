import type { ReactNode } from 'react';
import styles from './CardPages.module.css';

/** Renders the pages of a list of cards below each other, with the gap that the rows of a page have. */
export const CardPages = ({ children }: { children: ReactNode }) => (
  <div className={styles.pages}>{children}</div>
);
