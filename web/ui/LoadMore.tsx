import { type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { runInstead } from '../lib/navigation/isModifiedClick.ts';
import styles from './LoadMore.module.css';

interface LoadMoreProps {
  /** The URL of the longer list, for browsers without scripts. */
  to: string;
  hasMore: boolean | undefined;
  /** The number of items in the list, which is in the same element. */
  itemCount: number;
  /** CSS selector of the items. */
  itemSelector?: string;
  /** Loads the next page into the list. */
  onLoad: () => Promise<{ error?: unknown }>;
  /** Text beside the link. */
  note?: ReactNode;
  children: ReactNode;
}

/** Renders a link to more items below a list. With scripts it loads the next page in place and moves the focus to it. */
export const LoadMore = ({
  to,
  hasMore,
  itemCount,
  itemSelector = 'article',
  onLoad,
  note,
  children,
}: LoadMoreProps) => {
  const [state, setState] = useState<'idle' | 'loading' | 'failed'>('idle');
  const requested = useRef<{ list: Element | null; itemCount: number } | null>(null);

  useEffect(() => {
    const { current } = requested;
    if (!current || itemCount <= current.itemCount) return;
    requested.current = null;
    const item = current.list?.querySelectorAll<HTMLElement>(itemSelector)[current.itemCount];
    const link = item?.matches('a') ? item : item?.querySelector('a');
    link?.focus({ preventScroll: true });
  }, [itemCount, itemSelector]);

  const load = async (list: Element | null) => {
    requested.current = { list, itemCount };
    setState('loading');
    const isLoaded = await onLoad().then(
      ({ error }) => !error,
      () => false,
    );
    setState(isLoaded ? 'idle' : 'failed');
  };
  const handleClick = (event: MouseEvent) => {
    const list = event.currentTarget.closest('p')?.parentElement ?? null;
    runInstead(event, () => state !== 'loading' && void load(list));
  };

  if (!hasMore) return null;
  return (
    <p className={styles.more}>
      <Link to={to} preventScrollReset aria-disabled={state === 'loading' || undefined} onClick={handleClick}>
        {state === 'loading' ? 'Loading more' : children}
      </Link>
      {note && <span className={styles.note}>{note}</span>}
      <span role="status">{state === 'failed' && 'Could not load more. Try again.'}</span>
    </p>
  );
};
