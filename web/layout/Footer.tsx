import { Link } from 'react-router';
import { FILM_MAKING } from '../lib/filmMaking.ts';
import { PUBLICATION } from '../lib/publication.ts';
import styles from './Footer.module.css';
import { PrintedLine } from './PrintedLine.tsx';

/** Renders the footer of every page. On paper it is the name of the publication, the address and the day. */
export const Footer = () => (
  <footer className={styles.footer}>
    <PrintedLine />
    <p className={styles.motto}>{PUBLICATION.motto}.</p>
    <nav aria-label="Footer" className={styles.links}>
      <Link to="/films">All films</Link>
      <Link to="/articles">All articles</Link>
      <Link to="/topics">Topics</Link>
      <Link to="/collections">Collections</Link>
      <Link to="/people">People</Link>
      <Link to="/authors">Authors</Link>
      <Link to="/library">Your library</Link>
      <Link to="/search">Search</Link>
      <a href="/feed.xml">Feed</a>
      <Link to="/about">About</Link>
      <Link to="/imprint">Imprint</Link>
    </nav>
    <p className={styles.note}>{FILM_MAKING}</p>
  </footer>
);
