import type { ResultType } from '../state/searchState.ts';
import styles from './SearchSkeleton.module.css';

const FILM_KEYS = [1, 2, 3, 4, 5, 6];
const ROW_KEYS = [1, 2, 3, 4];

/** Renders the placeholder of search results while they load. */
export const SearchSkeleton = ({ resultType }: { resultType: ResultType | null }) => (
  <div className={styles.skeleton} aria-hidden="true">
    <div className={styles.heading} />
    {resultType === null || resultType === 'FILM' ? (
      <div className={styles.films}>
        {FILM_KEYS.map((key) => (
          <div key={key}>
            <div className={styles.still} />
            <div className={styles.title} />
            <div className={styles.subtitle} />
          </div>
        ))}
      </div>
    ) : (
      ROW_KEYS.map((key) => (
        <div key={key} className={styles.row}>
          <div className={styles.image} />
          <div>
            <div className={styles.title} />
            <div className={styles.subtitle} />
          </div>
        </div>
      ))
    )}
  </div>
);
