import { afterPaint } from '../../../components/timing/afterPaint.ts';

/** Milliseconds without a change after which the last value is passed on. */
const DELAY_MS = 140;
/** The longest time a burst of changes holds a value back, in milliseconds. */
const MAX_WAIT_MS = 400;

/**
 * Debounces the words of a search field: passes on the first value after a rest as soon as it is painted, then the latest
 * value when the typing pauses or has lasted too long. Nothing is passed on after `cancel`.
 */
export const debounce = <T>(
  run: (value: T) => void,
  { delayMs = DELAY_MS, maxWaitMs = MAX_WAIT_MS } = {},
) => {
  let cancelPending = () => {};
  let ranAt = Number.NEGATIVE_INFINITY;
  let calledAt = Number.NEGATIVE_INFINITY;
  const cancel = () => cancelPending();
  const pass = (value: T) => {
    cancel();
    ranAt = Date.now();
    run(value);
  };
  const call = (value: T) => {
    const now = Date.now();
    const hasRested = now - calledAt >= delayMs;
    calledAt = now;
    cancel();
    if (hasRested) {
      cancelPending = afterPaint(() => pass(value));
      return;
    }
    const timer = setTimeout(() => pass(value), Math.max(0, Math.min(delayMs, ranAt + maxWaitMs - now)));
    cancelPending = () => clearTimeout(timer);
  };
  return { call, cancel };
};
