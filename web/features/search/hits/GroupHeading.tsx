import { Link } from 'react-router';
import { countLabel, resultTypeName } from '../filters/resultTypes.ts';
import { type ResultType, type SearchState, searchHref } from '../state/searchState.ts';
import styles from './GroupHeading.module.css';

interface GroupHeadingProps {
  state: SearchState;
  resultType: ResultType;
  shownCount: number;
  totalCount: number;
  /** Text beside the heading, e.g. `in 3 films`. */
  note?: string | undefined;
}

/** Renders the name of a result type, with a link to all of its results if not all are shown. */
export const GroupHeading = ({ state, resultType, shownCount, totalCount, note }: GroupHeadingProps) => (
  <div className={styles.heading}>
    <h2>{resultTypeName(resultType).many}</h2>
    {note && <p className={styles.note}>{note}</p>}
    {totalCount > shownCount && (
      <Link to={searchHref({ ...state, resultType, pages: 1 })} className={styles.all}>
        All {countLabel(resultType, totalCount)}
      </Link>
    )}
  </div>
);
