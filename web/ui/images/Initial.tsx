import styles from './Initial.module.css';

/** Renders initials in place of a missing image, as large as the frame allows. */
export const Initial = ({ letters }: { letters: string }) => (
  <span className={styles.frame} aria-hidden="true">
    <span className={styles.letters}>{letters}</span>
  </span>
);
