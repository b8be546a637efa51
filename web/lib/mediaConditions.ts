import { useSyncExternalStore } from 'react';

const REDUCED_MOTION = '(prefers-reduced-motion: reduce)';
const REDUCED_DATA = '(prefers-reduced-data: reduce)';

/** Returns whether the reader prefers reduced motion. In browsers only. */
export const prefersReducedMotion = (): boolean => matchMedia(REDUCED_MOTION).matches;

/**
 * Returns true if the reader has asked the browser to save data (https://wicg.github.io/savedata/). Safari and Firefox have
 * no `navigator.connection`. In browsers only.
 */
export const savesData = (): boolean => {
  const { connection } = navigator as Navigator & { connection?: { readonly saveData?: boolean } };
  return connection?.saveData === true;
};

/**
 * Returns whether videos and figures may start by themselves: not if the reader prefers reduced motion or saves data. In
 * browsers only.
 */
export const canAutoplay = (): boolean =>
  !prefersReducedMotion() && !matchMedia(REDUCED_DATA).matches && !savesData();

const subscribe = (onChange: () => void): (() => void) => {
  const query = matchMedia(REDUCED_MOTION);
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
};

/** Returns `canAutoplay` as React state; false on the server and during hydration. */
export const useCanAutoplay = (): boolean => useSyncExternalStore(subscribe, canAutoplay, () => false);
