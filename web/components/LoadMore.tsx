import { type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { isModifiedClick } from './isModifiedClick.ts';
import styles from './LoadMore.module.css';

interface LoadMoreProps {
  /** The address of the rest, for browsers without a script. */
  to: string;
  hasMore: boolean | undefined;
  /** How many items the list shows; it stands in the same element. */
  shown: number;
  /** Selects the items of the list. */
  items?: string;
  /** Fetches the next page into what is shown; an error is returned or thrown. */
  onLoad: () => Promise<{ error?: unknown }>;
  /** Stands beside the link. */
  note?: ReactNode;
  children: ReactNode;
}

/** The end of a list that has more pages: a link, which with a script loads the next page in place and moves the focus to it. */
export const LoadMore = ({
  to,
  hasMore,
  shown,
  items = 'article',
  onLoad,
  note,
  children,
}: LoadMoreProps) => {
  const [state, setState] = useState<'idle' | 'loading' | 'failed'>('idle');
  const requested = useRef<{ list: Element | null; shown: number } | null>(null);

  useEffect(() => {
    const { current } = requested;
    if (!current || shown <= current.shown) return;
    requested.current = null;
    const item = current.list?.querySelectorAll<HTMLElement>(items)[current.shown];
    const link = item?.matches('a') ? item : item?.querySelector('a');
    link?.focus({ preventScroll: true });
  }, [shown, items]);

  const load = async (list: Element | null) => {
    requested.current = { list, shown };
    setState('loading');
    const isLoaded = await onLoad().then(
      ({ error }) => !error,
      () => false,
    );
    setState(isLoaded ? 'idle' : 'failed');
  };
  const onClick = (event: MouseEvent) => {
    if (isModifiedClick(event)) return;
    event.preventDefault();
    if (state !== 'loading') void load(event.currentTarget.closest('p')?.parentElement ?? null);
  };

  if (!hasMore) return null;
  return (
    <p className={styles.more}>
      <Link to={to} preventScrollReset aria-disabled={state === 'loading' || undefined} onClick={onClick}>
        {state === 'loading' ? 'Loading more' : children}
      </Link>
      {note && <span className={styles.note}>{note}</span>}
      <span role="status">{state === 'failed' && 'That did not work. It may in a moment.'}</span>
    </p>
  );
};
