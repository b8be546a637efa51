const withoutPlace = (address: string | undefined) => address?.split('#')[0];

/** Whether the reader is at another address than the one that the browser loaded its document from. */
export const hasNavigated = (): boolean =>
  withoutPlace(performance.getEntriesByType('navigation')[0]?.name) !== withoutPlace(location.href);
