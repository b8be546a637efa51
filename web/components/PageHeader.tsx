import type { ReactNode } from 'react';
import styles from './PageHeader.module.css';

interface OpeningProps {
  /** What kind of page this is, above the title. */
  kind?: ReactNode;
  title: ReactNode;
  /** The standfirst. */
  children?: ReactNode;
  aside?: ReactNode;
}

/** How a page without a large picture begins: its title, and a sentence that says what it is. */
export const Opening = ({ kind, title, children, aside }: OpeningProps) => (
  <header className={styles.opening}>
    {kind && <p className={styles.kind}>{kind}</p>}
    <h1 className={styles.title}>{title}</h1>
    {children && <div className={styles.words}>{children}</div>}
    {aside && <div className={styles.aside}>{aside}</div>}
  </header>
);
