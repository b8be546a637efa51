import type { ReactNode } from 'react';
import { Link } from 'react-router';
import styles from './Section.module.css';

interface BandProps {
  title: string;
  /** A way on, beside the title. */
  more?: { to: string; words: string };
  children: ReactNode;
}

/** A part of a page under a title of its own. */
export const Band = ({ title, more, children }: BandProps) => (
  <section className={styles.band} data-far="">
    <header className={styles.header}>
      <h2>{title}</h2>
      {more && <Link to={more.to}>{more.words}</Link>}
    </header>
    {children}
  </section>
);
