/** The time until a hidden page stops. Readers often return from another tab within seconds. */
const HIDDEN_GRACE_MS = 10_000;

/**
 * Runs `start` while the page is visible. Stops at once when the reader leaves the page: an open connection would exclude
 * it from the back/forward cache.
 * @param start returns the function that stops it. `isResumed` is true unless the page is visible at the call and starts at once.
 */
export const whileVisible = (start: (isResumed: boolean) => () => void): (() => void) => {
  let stop: (() => void) | null = null;
  let isResumed = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const handleHide = () => {
    clearTimeout(timer);
    stop?.();
    stop = null;
  };
  const handleVisibility = () => {
    clearTimeout(timer);
    if (document.visibilityState === 'hidden') timer = setTimeout(handleHide, HIDDEN_GRACE_MS);
    else stop ??= start(isResumed);
  };
  handleVisibility();
  isResumed = true;
  document.addEventListener('visibilitychange', handleVisibility);
  addEventListener('pagehide', handleHide);
  addEventListener('pageshow', handleVisibility);
  return () => {
    document.removeEventListener('visibilitychange', handleVisibility);
    removeEventListener('pagehide', handleHide);
    removeEventListener('pageshow', handleVisibility);
    handleHide();
  };
};
