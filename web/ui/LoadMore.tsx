import { type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { Link, useNavigate, useNavigation } from 'react-router';
import { runInstead } from '../lib/navigation/isModifiedClick.ts';
import styles from './LoadMore.module.css';

interface LoadMoreProps {
  /** The number of pages that the list shows, from 1. */
  pages: number;
  /** The largest number of pages that the list can show. */
  maxPages: number;
  /** Returns the URL of the list with this number of pages. */
  hrefOf: (pages: number) => string;
  hasMore: boolean | undefined;
  /** The number of items in the list, which is in the same element. */
  itemCount: number;
  /** CSS selector of the items. */
  itemSelector?: string;
  /** Loads the list with this number of pages; false if a request failed. Default: the loader of the page. */
  loadPages?: (pages: number) => Promise<boolean>;
  /** Text beside the link. */
  note?: ReactNode;
  /** How a reader finds the items after the last page. */
  limitNote: ReactNode;
  children: ReactNode;
}

/**
 * Renders a link to a longer list below the list. With scripts it loads the next page in place and moves the focus to it. All
 * lengths of a list share one history entry.
 */
export const LoadMore = ({
  pages,
  maxPages,
  hrefOf,
  hasMore,
  itemCount,
  itemSelector = 'article',
  loadPages,
  note,
  limitNote,
  children,
}: LoadMoreProps) => {
  const navigate = useNavigate();
  /** The address that a navigation of the reader loads. */
  const { location: destination } = useNavigation();
  const latestDestination = useRef(destination);
  useEffect(() => {
    latestDestination.current = destination;
  }, [destination]);
  const [state, setState] = useState<'idle' | 'loading' | 'failed'>('idle');
  /** The list when the next page was requested, with its items: new items can be anywhere in it. */
  const requested = useRef<{ pages: number; list: Element; items: ReadonlySet<Element> } | null>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: for each length of the list
  useEffect(() => {
    // Another change of the list leaves the focus where it is.
    if (requested.current?.pages !== pages) return;
    const { list, items } = requested.current;
    const added = [...list.querySelectorAll<HTMLElement>(itemSelector)].find((item) => !items.has(item));
    if (!added) return;
    requested.current = null;
    (added.matches('a') ? added : added.querySelector('a'))?.focus({ preventScroll: true });
  }, [itemCount, itemSelector]);

  const load = async (list: Element) => {
    const longer = pages + 1;
    const href = hrefOf(longer);
    requested.current = { pages: longer, list, items: new Set(list.querySelectorAll(itemSelector)) };
    setState('loading');
    const { href: startHref } = location;
    const isLoaded = await (loadPages?.(longer).catch(() => false) ?? true);
    const hasLeft = location.href !== startHref || (loadPages && latestDestination.current);
    if (isLoaded && !hasLeft)
      await navigate(href, {
        replace: true,
        preventScrollReset: true,
        // The loader could replace the list by its first page.
        ...(loadPages && { defaultShouldRevalidate: false }),
      });
    // The navigation can be interrupted. After its end, the page renders the longer list.
    if (new URL(href, location.href).href !== location.href) requested.current = null;
    setState(isLoaded ? 'idle' : 'failed');
  };
  const handleClick = (event: MouseEvent) => {
    const list = event.currentTarget.closest('p')?.parentElement;
    runInstead(event, () => list && state !== 'loading' && void load(list));
  };

  if (!hasMore) return null;
  if (pages >= maxPages)
    return (
      <p className={styles.more}>
        <span className={styles.note}>
          {note} {limitNote}
        </span>
      </p>
    );
  return (
    <p className={styles.more}>
      <Link
        to={hrefOf(pages + 1)}
        preventScrollReset
        aria-disabled={state === 'loading' || undefined}
        onClick={handleClick}
      >
        {state === 'loading' ? 'Loading more' : children}
      </Link>
      {note && <span className={styles.note}>{note}</span>}
      <span role="status">{state === 'failed' && 'Could not load more. Try again.'}</span>
    </p>
  );
};
