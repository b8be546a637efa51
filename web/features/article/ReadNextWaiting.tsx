import { Band } from '../../ui/Band.tsx';
import styles from './ReadNext.module.css';

/** The place of what to read next, while that is on its way. */
export const ReadNextWaiting = () => (
  <Band title="Read next">
    <div className={styles.waiting} role="status" aria-label="More to read is on its way">
      <span />
      <span />
      <span />
    </div>
  </Band>
);
