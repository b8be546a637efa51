import { Link } from 'react-router';
import { runInstead } from '../../../lib/navigation/isModifiedClick.ts';
import { RESULT_TYPES, type ResultType, type SearchState, searchHref } from '../state/searchState.ts';
import styles from './ResultTypeTabs.module.css';
import { resultTypeName } from './resultTypes.ts';

interface ResultTypeTabsProps {
  state: SearchState;
  /** The number of results of each type; null before the first response. */
  counts: ReadonlyMap<ResultType, number> | null;
  onSelect: (type: ResultType | null) => void;
}

/** Renders a tab with a count for each result type that has results, and for the selected one. */
export const ResultTypeTabs = ({ state, counts, onSelect }: ResultTypeTabsProps) => {
  const total = [...(counts?.values() ?? [])].reduce((sum, count) => sum + count, 0);
  const types = RESULT_TYPES.filter((type) => type === state.resultType || (counts?.get(type) ?? 0) > 0);

  const tab = (type: ResultType | null, label: string, count: number | undefined) => (
    <li key={label}>
      <Link
        to={searchHref({ ...state, resultType: type, pages: 1 })}
        preventScrollReset
        className={styles.tab}
        aria-current={state.resultType === type ? 'page' : undefined}
        onClick={(event) => runInstead(event, () => onSelect(type))}
      >
        {label} <span className={styles.count}>{count ?? ''}</span>
      </Link>
    </li>
  );
  return (
    <nav aria-label="Result types">
      <ul className={styles.tabs}>
        {tab(null, 'All', counts ? total : undefined)}
        {types.map((type) =>
          tab(type, resultTypeName(type).many, counts?.get(type) ?? (counts ? 0 : undefined)),
        )}
      </ul>
    </nav>
  );
};
