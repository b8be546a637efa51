import { Link } from 'react-router';
import { addressOf } from '../../ui/addresses.ts';
import { Spoken } from '../../ui/Spoken.tsx';
import type { Neighbours } from './neighbours.ts';
import styles from './Sequel.module.css';

/** Under the screen, for who goes through a collection: where they are, and the films before and after. Its height is its own from the first paint on. */
export const Sequel = ({ neighbours }: { neighbours: Neighbours | null }) => {
  const { collection, next, previous } = neighbours ?? {};
  return (
    <nav className={styles.sequel} aria-label="Collection">
      {collection && (
        <>
          <p className={styles.previous}>
            {previous && (
              <Link to={previous.address}>
                <span aria-hidden="true">← </span>
                <Spoken>Before: </Spoken>
                <span className={styles.title}>{previous.title}</span>
              </Link>
            )}
          </p>
          <p className={styles.place}>
            <Link to={addressOf('Collection', collection.slug)}>{collection.title}</Link>{' '}
            <span className={styles.count}>
              {collection.place} of {collection.count}
            </span>
          </p>
          <p className={styles.next}>
            {next && collection.place < collection.count && (
              <Link to={next.address}>
                <Spoken>After: </Spoken>
                <span className={styles.title}>{next.title}</span>
                <span aria-hidden="true"> →</span>
              </Link>
            )}
          </p>
        </>
      )}
    </nav>
  );
};
