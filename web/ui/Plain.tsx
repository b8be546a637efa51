import type { ReactNode, Ref } from 'react';
import styles from './Plain.module.css';

/** A part of a page within the page's margins. */
export const Plain = ({ ref, children }: { ref?: Ref<HTMLDivElement>; children: ReactNode }) => (
  <div ref={ref} className={styles.plain}>
    {children}
  </div>
);
