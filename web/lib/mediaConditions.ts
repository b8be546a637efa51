/**
 * Returns true if the reader has asked the browser to save data (https://wicg.github.io/savedata/). Safari and Firefox have
 * no `navigator.connection`. In browsers only.
 */
export const savesData = (): boolean => {
  const { connection } = navigator as Navigator & { connection?: { readonly saveData?: boolean } };
  return connection?.saveData === true;
};

/**
 * Returns whether videos may start by themselves: not if the reader prefers reduced motion or saves data. In browsers
 * only.
 */
export const canAutoplay = (): boolean =>
  !matchMedia('(prefers-reduced-motion: reduce)').matches &&
  !matchMedia('(prefers-reduced-data: reduce)').matches &&
  !savesData();
