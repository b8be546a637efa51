import { type ReactNode, Suspense } from 'react';
import { Link } from 'react-router';
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx';
import { EMPTY_SEARCH, hasFilters, type SearchState, searchHref } from '../state/searchState.ts';
import styles from './ActiveFilters.module.css';

interface ActiveFiltersProps {
  state: SearchState;
  /** Returns the title of the topic with a slug. */
  topicTitle: (slug: string) => ReactNode;
}

const yearsLabel = ({ from, to }: SearchState): string => {
  if (from !== null && to !== null) return from === to ? String(from) : `${from} – ${to}`;
  return from === null ? `until ${to}` : `since ${from}`;
};

/** Renders the active filters as chips. Each chip is a link to the search without that filter. */
export const ActiveFilters = ({ state, topicTitle }: ActiveFiltersProps) => {
  if (!hasFilters(state)) return null;
  const { from, to, topics } = state;
  const hrefWith = (change: Partial<SearchState>) => searchHref({ ...state, pages: 1, ...change });
  const chips = [
    ...topics.map((topic) => ({
      label: topicTitle(topic),
      href: hrefWith({ topics: topics.filter((one) => one !== topic) }),
    })),
    ...(from !== null || to !== null
      ? [{ label: yearsLabel(state), href: hrefWith({ from: null, to: null }) }]
      : []),
  ];
  const noFilters = { topics: EMPTY_SEARCH.topics, from: null, to: null };
  return (
    <ul className={styles.chips} aria-label="Active filters">
      {chips.map(({ label, href }) => (
        <li key={href}>
          <Link to={href} preventScrollReset className={styles.chip}>
            <VisuallyHidden>Remove </VisuallyHidden>
            <Suspense>{label}</Suspense>
            <span aria-hidden="true" className={styles.cross} />
          </Link>
        </li>
      ))}
      <li>
        <Link to={hrefWith(noFilters)} preventScrollReset className={styles.clear}>
          Clear filters
        </Link>
      </li>
    </ul>
  );
};
