import { startTransition, useRef, useState } from 'react';

/**
 * Returns a state with the changes of navigations that have not ended, and the function that adds a change. React Router
 * publishes a navigation some frames after its start, and controls show a change at once. React's `useOptimistic` would hold
 * back every transition until the navigation ends, and with them what React Router publishes.
 * @param state the state that the page shows or loads
 */
export const useOptimisticChange = <S extends object>(state: S) => {
  const [change, setChange] = useState<Partial<S> | null>(null);
  const latest = useRef(change);
  /** @param navigate starts the navigation to the changed state. Its promise is settled when it ends or is interrupted. */
  const changeOptimistically = async (
    part: Partial<S>,
    navigate: (change: Partial<S>) => Promise<unknown>,
  ): Promise<void> => {
    const next = { ...latest.current, ...part };
    latest.current = next;
    setChange(next);
    try {
      await navigate(next);
    } finally {
      if (latest.current === next) {
        latest.current = null;
        // Together with the new page, which is a transition too.
        startTransition(() => setChange(null));
      }
    }
  };
  return [change ? { ...state, ...change } : state, changeOptimistically] as const;
};
