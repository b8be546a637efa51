import { Link, useLocation } from 'react-router';
import { PUBLICATION } from '../lib/publication.ts';
import pattern from '../ui/images/placeholderPattern.module.css';
import styles from './ErrorPage.module.css';
import { linkTarget } from './linkTarget.ts';

/** Renders the 404 page. */
export const NotFoundPage = () => {
  const target = linkTarget(useLocation().pathname);
  return (
    <section className={styles.page}>
      <title>{`Page not found · ${PUBLICATION.name}`}</title>
      <meta name="robots" content="noindex" />
      <PlaceholderPattern />
      <div className={styles.content}>
        <p className={styles.code}>404</p>
        <h1 className={styles.title}>Page not found</h1>
        <p className={styles.text}>
          Nothing is at this address, or nothing is any more: where two waves cancel, the water does not move.
        </p>
        <p className={styles.actions}>
          <Link to="/" target={target}>
            Home
          </Link>
          <Link to="/films" target={target}>
            All films
          </Link>
          <Link to="/search" target={target}>
            Search
          </Link>
        </p>
      </div>
    </section>
  );
};

/** Renders the pattern behind an error page. */
export const PlaceholderPattern = () => (
  <div className={`${styles.pattern} ${pattern.pattern}`} aria-hidden="true" />
);
