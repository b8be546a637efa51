const withoutFragment = (url: string | undefined) => url?.split('#')[0];

/** Returns true after a client-side navigation: the URL is no longer that of the loaded document. */
export const hasNavigated = (): boolean =>
  withoutFragment(performance.getEntriesByType('navigation')[0]?.name) !== withoutFragment(location.href);
