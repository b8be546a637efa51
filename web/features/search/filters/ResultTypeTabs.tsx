import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { isModifiedClick } from '../../../components/isModifiedClick.ts';
import { hrefOf, SCOPES, type Scope, type SearchState } from '../state/searchState.ts';
import styles from './ResultTypeTabs.module.css';
import { kindName } from './resultTypes.ts';

interface ScopesProps {
  state: SearchState;
  /** How much each kind holds; null while it is not known, absent where it cannot be sought. */
  counts: ReadonlyMap<NonNullable<Scope>, number> | null;
  onChoose: (scope: Scope) => void;
}

/** The kinds of things, each with how many were found; a kind without any is not offered unless it is the one chosen. */
export const Scopes = ({ state, counts, onChoose }: ScopesProps) => {
  const strip = useRef<HTMLUListElement>(null);
  const total = [...(counts?.values() ?? [])].reduce((sum, count) => sum + count, 0);
  const offered = SCOPES.filter((scope) => scope === state.scope || (counts?.get(scope) ?? 0) > 0);

  // On a narrow screen the chosen kind may lie beyond the edge.
  useEffect(() => {
    const list = strip.current;
    const chosen = list?.querySelector<HTMLElement>('[aria-current]');
    if (!state.scope || !list || !chosen || list.scrollWidth <= list.clientWidth) return;
    list.scrollLeft = chosen.offsetLeft - list.clientWidth / 2 + chosen.offsetWidth / 2;
  }, [state.scope]);

  const item = (scope: Scope, label: string, count: number | undefined) => (
    <li key={label}>
      <Link
        to={hrefOf({ ...state, scope, pages: 1 })}
        preventScrollReset
        className={styles.scope}
        aria-current={state.scope === scope ? 'page' : undefined}
        onClick={(event) => {
          if (isModifiedClick(event)) return;
          event.preventDefault();
          onChoose(scope);
        }}
      >
        {label} <span className={styles.count}>{count ?? ''}</span>
      </Link>
    </li>
  );
  return (
    <nav aria-label="Kinds">
      <ul ref={strip} className={styles.scopes}>
        {item(null, 'All', counts ? total : undefined)}
        {offered.map((scope) =>
          item(scope, kindName(scope).many, counts?.get(scope) ?? (counts ? 0 : undefined)),
        )}
      </ul>
    </nav>
  );
};
