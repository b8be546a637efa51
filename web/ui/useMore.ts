import { type RefObject, useEffect, useRef, useState } from 'react';

interface MoreOfList<E extends HTMLElement> {
  /** For the element that holds the list. */
  list: RefObject<E | null>;
  load: () => void;
  busy: boolean;
  /** The last attempt failed. */
  stuck: boolean;
}

/**
 * A list that is fetched a page at a time. Who asked for more goes on at the first that was not there, also by keyboard.
 * @param shown how many articles the list's element holds
 * @param fetchPage fetches the next page into what is shown; an error is answered or thrown
 */
export const useMore = <E extends HTMLElement>(
  shown: number,
  fetchPage: () => Promise<{ error?: unknown }>,
): MoreOfList<E> => {
  const list = useRef<E>(null);
  const [state, setState] = useState<'rest' | 'busy' | 'stuck'>('rest');
  const goingOn = useRef<number | null>(null);

  useEffect(() => {
    const first = goingOn.current;
    if (first === null || shown <= first) return;
    goingOn.current = null;
    const articles = list.current?.querySelectorAll('article');
    articles?.[first]?.querySelector('a')?.focus({ preventScroll: true });
  }, [shown]);

  const load = async () => {
    if (state === 'busy') return;
    setState('busy');
    goingOn.current = shown;
    const isThere = await fetchPage().then(
      ({ error }) => !error,
      () => false,
    );
    setState(isThere ? 'rest' : 'stuck');
  };
  return { list, load: () => void load(), busy: state === 'busy', stuck: state === 'stuck' };
};
