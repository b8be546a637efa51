/** The interval at which the films are checked. */
const FILM_POLL_MS = 500;
/** The longest time that other downloads, and hydration, wait for the first frame of a film. */
export const MAX_FILM_DELAY_MS = 10_000;

/**
 * Runs a callback when the browser is idle and no film waits for its first frame: on a slow line, other downloads would delay
 * the film. Safari lacks `requestIdleCallback`; there the callback runs after 1.5 s. Returns a function that cancels it.
 */
export const whenIdle = (callback: () => void): (() => void) => {
  let filmDelay = 0;
  const run = () => {
    if (!isFilmStarting() || filmDelay >= MAX_FILM_DELAY_MS) return callback();
    filmDelay += FILM_POLL_MS;
    const timer = setTimeout(run, FILM_POLL_MS);
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
