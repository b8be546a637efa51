import styles from './Initial.module.css';

/** What stands in a picture's frame when there is no picture: the first letters of what it would show, set as large as it allows. */
export const Initial = ({ letters }: { letters: string }) => (
  <span className={styles.frame} aria-hidden="true">
    <span className={styles.letters}>{letters}</span>
  </span>
);
