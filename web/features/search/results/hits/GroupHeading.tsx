import { Link } from 'react-router';
import { countOf, kindName } from '../../filters/resultTypes.ts';
import { hrefOf, type Scope, type SearchState } from '../../state/searchState.ts';
import styles from './GroupHeading.module.css';

interface GroupHeadingProps {
  state: SearchState;
  kind: NonNullable<Scope>;
  shown: number;
  count: number;
  /** What else the number says, e.g. `in 3 films`. */
  note?: string | undefined;
}

/** The kind's name, how many there are, and the way to all of them where not all are shown. */
export const GroupHeading = ({ state, kind, shown, count, note }: GroupHeadingProps) => (
  <div className={styles.heading}>
    <h2>{kindName(kind).many}</h2>
    {note && <p className={styles.note}>{note}</p>}
    {count > shown && (
      <Link to={hrefOf({ ...state, scope: kind, pages: 1 })} className={styles.all}>
        All {countOf(kind, count)}
      </Link>
    )}
  </div>
);
