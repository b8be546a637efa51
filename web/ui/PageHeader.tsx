import type { ReactNode } from 'react';
import styles from './PageHeader.module.css';

interface PageHeaderProps {
  /** The type of the page, above the title. */
  kind?: ReactNode;
  title: ReactNode;
  /** The standfirst. */
  children?: ReactNode;
  aside?: ReactNode;
}

/** Renders the title and standfirst of a page without a large image. */
export const PageHeader = ({ kind, title, children, aside }: PageHeaderProps) => (
  <header className={styles.header}>
    {kind && <p className={styles.kind}>{kind}</p>}
    <h1 className={styles.title}>{title}</h1>
    {children && <div className={styles.standfirst}>{children}</div>}
    {aside && <div className={styles.aside}>{aside}</div>}
  </header>
);
