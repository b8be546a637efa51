import type { ReactNode } from 'react';
import { Link } from 'react-router';
import styles from './Section.module.css';

interface SectionProps {
  title: string;
  /** A link beside the title. */
  more?: { to: string; label: string };
  children: ReactNode;
}

/** Renders a section of a page with its title. */
export const Section = ({ title, more, children }: SectionProps) => (
  <section className={styles.section}>
    <header className={styles.header}>
      <h2>{title}</h2>
      {more && <Link to={more.to}>{more.label}</Link>}
    </header>
    {children}
  </section>
);
