import type { ReactNode } from 'react';
import styles from './VisuallyHidden.module.css';

/** Words for those who hear the page; those who see it have them before their eyes already. */
export const Spoken = ({ children }: { children: ReactNode }) => (
  <span className={styles.spoken}>{children}</span>
);
