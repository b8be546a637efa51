import { useEffect, useRef } from 'react';
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
  const listRef = useRef<HTMLUListElement>(null);
  const selectedRef = useRef<HTMLAnchorElement>(null);
  const total = [...(counts?.values() ?? [])].reduce((sum, count) => sum + count, 0);
  const types = RESULT_TYPES.filter((type) => type === state.resultType || (counts?.get(type) ?? 0) > 0);

  // On a narrow screen the selected tab may be outside the scrolled area.
  useEffect(() => {
    const [tabs, selected] = [listRef.current, selectedRef.current];
    if (!state.resultType || !tabs || !selected || tabs.scrollWidth <= tabs.clientWidth) return;
    tabs.scrollLeft = selected.offsetLeft - tabs.clientWidth / 2 + selected.offsetWidth / 2;
  }, [state.resultType]);

  const tab = (type: ResultType | null, label: string, count: number | undefined) => (
    <li key={label}>
      <Link
        ref={state.resultType === type ? selectedRef : undefined}
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
      <ul ref={listRef} className={styles.tabs}>
        {tab(null, 'All', counts ? total : undefined)}
        {types.map((type) =>
          tab(type, resultTypeName(type).many, counts?.get(type) ?? (counts ? 0 : undefined)),
        )}
      </ul>
    </nav>
  );
};
