import { useApolloClient } from '@apollo/client/react';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import styles from './MoreResults.module.css';
import { hrefOf, type SearchState } from './searchState.ts';

interface MoreResultsProps {
  state: SearchState;
  shown: number;
  count: number;
  hasMore: boolean | undefined;
  /** Called once the next page is there. */
  onMore: (pages: number) => void;
}

/** The end of a list that goes on: a link, which without a script opens a longer page. */
export const MoreResults = ({ state, shown, count, hasMore, onMore }: MoreResultsProps) => {
  const client = useApolloClient();
  const end = useRef<HTMLParagraphElement>(null);
  const [step, setStep] = useState<'rest' | 'busy' | 'stuck'>('rest');
  const before = useRef(shown);

  // The reader goes on where the list went on, also by keyboard.
  useEffect(() => {
    const grew = shown > before.current;
    const first = before.current;
    before.current = shown;
    if (!grew || !end.current?.contains(document.activeElement)) return;
    const items = end.current.parentElement?.querySelectorAll<HTMLElement>('article h3 a, ol a');
    items?.[first]?.focus({ preventScroll: true });
  }, [shown]);

  if (!hasMore) return null;
  const next = { ...state, pages: state.pages + 1 };
  const load = async () => {
    setStep('busy');
    const { loadPages } = await import('./loadPages.ts');
    const loaded = await loadPages(client, next).catch(() => false);
    setStep(loaded ? 'rest' : 'stuck');
    if (loaded) onMore(next.pages);
  };
  return (
    <p ref={end} className={styles.more}>
      <Link
        to={hrefOf(next)}
        preventScrollReset
        aria-disabled={step === 'busy' || undefined}
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey) return;
          event.preventDefault();
          if (step !== 'busy') void load();
        }}
      >
        {step === 'busy' ? 'Fetching more' : 'Show more'}
      </Link>
      <span className={styles.count}>
        {shown} of {count}
      </span>
      <span role="status">{step === 'stuck' && 'That did not work. It may in a moment.'}</span>
    </p>
  );
};
