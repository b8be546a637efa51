import { afterPaint } from '../timing/afterPaint.ts';

const DELAY_MS = 140;
const MAX_WAIT_MS = 400;

/**
 * Debounces the input of a search field. The first call after a pause runs as soon as its value is painted. Later calls
 * run with the latest value after `delayMs` milliseconds without a call, and at least every `maxWaitMs` milliseconds.
 * `cancel` drops the pending run.
 */
export const debounce = <T>(
  run: (value: T) => void,
  { delayMs = DELAY_MS, maxWaitMs = MAX_WAIT_MS } = {},
) => {
  let cancelPending = () => {};
  let ranAt = Number.NEGATIVE_INFINITY;
  let calledAt = Number.NEGATIVE_INFINITY;
  const cancel = () => cancelPending();
  const runNow = (value: T) => {
    cancel();
    ranAt = Date.now();
    run(value);
  };
  const call = (value: T) => {
    const now = Date.now();
    const isFirst = now - calledAt >= delayMs;
    calledAt = now;
    cancel();
    if (isFirst) {
      cancelPending = afterPaint(() => runNow(value));
      return;
    }
    const timer = setTimeout(() => runNow(value), Math.max(0, Math.min(delayMs, ranAt + maxWaitMs - now)));
    cancelPending = () => clearTimeout(timer);
  };
  return { call, cancel };
};
