import { Band } from '../../ui/Band.tsx';
import styles from './RelatedFilms.module.css';

/** The place of the related films while they are looked for. */
export const RelatedFilmsWaiting = () => (
  <Band title="Close to this">
    <div className={styles.waiting} aria-busy="true">
      <span />
      <span />
      <span />
      <span />
    </div>
  </Band>
);
