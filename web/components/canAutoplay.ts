/** Part of the Network Information API, which Safari and Firefox do not have. */
interface NetworkInformation {
  readonly saveData?: boolean;
}

/**
 * Returns whether videos may start by themselves: not if the reader prefers reduced motion or saves data. In browsers
 * only.
 */
export const canAutoplay = (): boolean => {
  const { connection } = navigator as Navigator & { connection?: NetworkInformation };
  return (
    !matchMedia('(prefers-reduced-motion: reduce)').matches &&
    !matchMedia('(prefers-reduced-data: reduce)').matches &&
    connection?.saveData !== true
  );
};
