import { afterPaint } from '../timing/afterPaint.ts';

const DELAY_MS = 140;
const MAX_WAIT_MS = 400;

/**
 * Debounces the input of a search field. The first call after a pause runs as soon as its value is painted. Later calls
 * run with the latest value after `delayMs` milliseconds without a call, and at least every `maxWaitMs` milliseconds.
 * `flush` runs the pending run at once, `cancel` drops it.
 */
export const debounce = <T>(
  run: (value: T) => void,
  { delayMs = DELAY_MS, maxWaitMs = MAX_WAIT_MS } = {},
) => {
  let cancelPending = () => {};
  let pending: (() => void) | undefined;
  let ranAt = Number.NEGATIVE_INFINITY;
  let calledAt = Number.NEGATIVE_INFINITY;
  const cancel = () => {
    cancelPending();
    pending = undefined;
  };
  const flush = () => {
    const runPending = pending;
    cancel();
    runPending?.();
  };
  const call = (value: T) => {
    const now = Date.now();
    const isFirst = now - calledAt >= delayMs;
    calledAt = now;
    cancel();
    pending = () => {
      ranAt = Date.now();
      run(value);
    };
    if (isFirst) {
      cancelPending = afterPaint(flush);
      return;
    }
    const timer = setTimeout(flush, Math.max(0, Math.min(delayMs, ranAt + maxWaitMs - now)));
    cancelPending = () => clearTimeout(timer);
  };
  return { call, flush, cancel };
};
