import { Link } from 'react-router';
import rings from '../components/images/placeholderPattern.module.css';
import { PUBLICATION } from '../components/publication.ts';
import styles from './ErrorPage.module.css';

/** What a reader sees at an address where nothing is: the point that attracts nothing, and three ways back. */
export const NotFoundPage = () => (
  <section className={styles.page}>
    <title>{`Nothing here · ${PUBLICATION.name}`}</title>
    <meta name="robots" content="noindex" />
    <Rings />
    <div className={styles.words}>
      <p className={styles.code}>404</p>
      <h1 className={styles.title}>A still point</h1>
      <p className={styles.text}>
        Where two waves cancel, the water does not move. Nothing is at this address, or nothing is any more.
      </p>
      <p className={styles.ways}>
        <Link to="/">The front page</Link>
        <Link to="/films">All films</Link>
        <Link to="/search">Search</Link>
      </p>
    </div>
  </section>
);

/** Two sets of rings that cancel along curves. */
export const Rings = () => <div className={`${styles.rings} ${rings.rings}`} aria-hidden="true" />;
