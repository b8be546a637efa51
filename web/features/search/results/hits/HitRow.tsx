import styles from './HitRow.module.css';
import type { Hit } from './hits.ts';
import { SearchHit } from './SearchHit.tsx';

/** Hits of one kind, in the shape that suits it: films side by side, the others in lines. */
export const HitRow = ({ hits }: { hits: readonly Hit[] }) => (
  <ul className={styles.hits} data-kind={hits[0]?.type}>
    {hits.map(({ cursor, item, highlights }) => (
      <li key={cursor}>
        <SearchHit item={item} highlights={highlights} />
      </li>
    ))}
  </ul>
);
