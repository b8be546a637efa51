import { type MouseEvent, useEffect } from 'react';

/** Tells the inline script `recordClicks` that the components around the caller have hydrated: it repeats early clicks. */
export const useAnnouncedHydration = (): void =>
  useEffect(() => {
    dispatchEvent(new Event('hydrated'));
  }, []);

/** Ends the repetition of a click. React calls it only if the part of the page with the button has hydrated. */
export const endReplay = ({ target }: MouseEvent): void =>
  (target as Element).closest('[data-replay]')?.removeAttribute('data-replay');
