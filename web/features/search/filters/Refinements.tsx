import { type ReactNode, Suspense } from 'react';
import { Link } from 'react-router';
import { Spoken } from '../../../components/VisuallyHidden.tsx';
import { hrefOf, isRefined, NOTHING_SOUGHT, type SearchState } from '../state/searchState.ts';
import styles from './Refinements.module.css';

interface RefinementsProps {
  state: SearchState;
  /** A topic's title by its slug. */
  topicTitle: (slug: string) => ReactNode;
}

const years = ({ from, to }: SearchState): string => {
  if (from !== null && to !== null) return from === to ? String(from) : `${from} – ${to}`;
  return from === null ? `until ${to}` : `since ${from}`;
};

/** What the search is narrowed by, each with a way to take it back. They are links, and so work without a script. */
export const Refinements = ({ state, topicTitle }: RefinementsProps) => {
  if (!isRefined(state)) return null;
  const { from, to, topics } = state;
  const without = (part: Partial<SearchState>) => hrefOf({ ...state, pages: 1, ...part });
  const chips = [
    ...topics.map((topic) => ({
      label: topicTitle(topic),
      to: without({ topics: topics.filter((one) => one !== topic) }),
    })),
    ...(from !== null || to !== null ? [{ label: years(state), to: without({ from: null, to: null }) }] : []),
  ];
  const { topics: none, from: start, to: end } = NOTHING_SOUGHT;
  return (
    <ul className={styles.chips} aria-label="Narrowed by">
      {chips.map((chip) => (
        <li key={chip.to}>
          <Link to={chip.to} preventScrollReset className={styles.chip}>
            <Spoken>Remove </Spoken>
            <Suspense>{chip.label}</Suspense>
            <span aria-hidden="true" className={styles.cross} />
          </Link>
        </li>
      ))}
      <li>
        <Link
          to={without({ topics: none, from: start, to: end })}
          preventScrollReset
          className={styles.clear}
        >
          Clear all
        </Link>
      </li>
    </ul>
  );
};
