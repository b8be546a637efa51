import styles from './HitRow.module.css';
import type { Hit } from './hits.ts';
import { SearchHit } from './SearchHit.tsx';

/** Renders hits of one type: films as a grid, other hits as rows. */
export const HitRow = ({ hits }: { hits: readonly Hit[] }) => (
  <ul className={styles.hits} data-type={hits[0]?.typename}>
    {hits.map(({ cursor, item: hit, highlights }) => (
      <li key={cursor}>
        <SearchHit hit={hit} highlights={highlights} />
      </li>
    ))}
  </ul>
);
