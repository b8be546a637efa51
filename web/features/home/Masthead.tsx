import { PUBLICATION } from '../../lib/publication.ts';
import styles from './Masthead.module.css';

/** Renders the name of the publication, its motto and one sentence on what it contains. */
export const Masthead = () => (
  <header className={styles.masthead}>
    <h1 className={styles.name}>{PUBLICATION.name}</h1>
    <p className={styles.text}>
      <span className={styles.motto}>{PUBLICATION.motto}.</span> {PUBLICATION.description}
    </p>
  </header>
);
