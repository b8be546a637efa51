import { useSyncExternalStore } from 'react';
import { savesData } from '../lib/mediaConditions.ts';

const QUERY = '(prefers-reduced-motion: no-preference)';

const subscribe = (onChange: () => void): (() => void) => {
  const query = matchMedia(QUERY);
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
};

/**
 * Returns whether figures may move by themselves: readers want neither reduced motion nor less data. False on the server
 * and during hydration.
 */
export const useMotionAllowed = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => matchMedia(QUERY).matches && !savesData(),
    () => false,
  );
