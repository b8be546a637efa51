/** The time after which a callback that waits for a film is tried again. */
const FILM_RETRY_MS = 500;

/**
 * Runs a callback when the browser is idle and no film waits for its first frame, because what the callback loads would take a
 * slow line from it. Safari lacks `requestIdleCallback`, and counts as idle after 1.5 s. Returns a function that cancels it.
 */
export const whenIdle = (callback: () => void): (() => void) => {
  const run = () => {
    if (!isFilmStarting()) return callback();
    const timer = setTimeout(() => {
      cancel = requestIdle(run);
    }, FILM_RETRY_MS);
    cancel = () => clearTimeout(timer);
  };
  let cancel = requestIdle(run);
  return () => cancel();
};

const requestIdle = (callback: () => void): (() => void) => {
  if (typeof requestIdleCallback === 'function') {
    const handle = requestIdleCallback(callback, { timeout: 4000 });
    return () => cancelIdleCallback(handle);
  }
  const handle = setTimeout(callback, 1500);
  return () => clearTimeout(handle);
};

const isFilmStarting = (): boolean =>
  [...document.querySelectorAll('video')].some(
    ({ paused, error, readyState }) => !paused && !error && readyState < HTMLMediaElement.HAVE_CURRENT_DATA,
  );
