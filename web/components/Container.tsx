import type { ReactNode } from 'react';
import styles from './Container.module.css';

/** A part of a page within the page's margins. */
export const Plain = ({ children }: { children: ReactNode }) => (
  <div className={styles.plain}>{children}</div>
);
