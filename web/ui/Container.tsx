import type { ReactNode } from 'react';
import styles from './Container.module.css';

/** Renders content within the margins of the page. */
export const Container = ({ children }: { children: ReactNode }) => (
  <div className={styles.container}>{children}</div>
);
