import type { Scope } from '../state/searchState.ts';
import styles from './SearchSkeleton.module.css';

const FILMS = [1, 2, 3, 4, 5, 6];
const LINES = [1, 2, 3, 4];

/** The shape of what is to come, in the places it will take. */
export const Waiting = ({ scope }: { scope: Scope }) => (
  <div className={styles.waiting} aria-hidden="true">
    <div className={styles.heading} />
    {scope === null || scope === 'FILM' ? (
      <div className={styles.films}>
        {FILMS.map((at) => (
          <div key={at}>
            <div className={styles.still} />
            <div className={styles.title} />
            <div className={styles.line} />
          </div>
        ))}
      </div>
    ) : (
      LINES.map((at) => (
        <div key={at} className={styles.row}>
          <div className={styles.picture} />
          <div>
            <div className={styles.title} />
            <div className={styles.line} />
          </div>
        </div>
      ))
    )}
  </div>
);
