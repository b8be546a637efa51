import { Link, NavLink, useLocation } from 'react-router';
import { SearchBox } from '../features/search/suggestions/SearchBox.tsx';
import { SearchLink } from '../features/search/suggestions/SearchLink.tsx';
import { PUBLICATION } from '../lib/publication.ts';
import styles from './Header.module.css';
import { ThemeSwitch } from './ThemeSwitch.tsx';

/**
 * Renders the name of the publication, the main navigation, the search box and the theme switch. On the front page a wide
 * window shows the name in the masthead only.
 */
export const Header = () => (
  <header className={styles.header}>
    <Link to="/" className={styles.name} data-front={useLocation().pathname === '/' || undefined}>
      {PUBLICATION.name}
    </Link>
    <nav className={styles.nav} aria-label="Main navigation">
      <NavLink to="/films">Films</NavLink>
      <NavLink to="/articles">Articles</NavLink>
      <NavLink to="/topics">Topics</NavLink>
      <NavLink to="/collections">Collections</NavLink>
      <NavLink to="/people">People</NavLink>
      <NavLink to="/library">Library</NavLink>
      <SearchLink className={styles.searchLink} />
    </nav>
    <div className={styles.search}>
      <SearchBox />
    </div>
    <ThemeSwitch />
  </header>
);
