import { useEffect, useEffectEvent, useRef } from 'react';
import { isOffline } from '../../../lib/navigation/isOffline.ts';

const RETRY_DELAYS_MS = [3_000, 10_000, 30_000, 60_000];

/**
 * Retries a failed or incomplete request with increasing delays, and when the connection is back: only while the page is visible
 * and has a connection. Stops after the last delay.
 * @param shouldRetry true if the last response failed or is incomplete
 * @param isLoading true while a request is in flight
 * @param minSeconds the delay that the gateway asks for
 */
export const useRetryBackoff = (
  shouldRetry: boolean,
  isLoading: boolean,
  retry: () => void,
  minSeconds = 0,
): void => {
  const attempts = useRef(0);
  const handleRetry = useEffectEvent(retry);
  useEffect(() => {
    if (isLoading) return;
    if (!shouldRetry) {
      attempts.current = 0;
      return;
    }
    const retryOnce = () => {
      attempts.current += 1;
      handleRetry();
    };
    return scheduleRetry(RETRY_DELAYS_MS[attempts.current], 1000 * minSeconds, retryOnce);
  }, [shouldRetry, isLoading, minSeconds]);
};

/**
 * Calls a function after a delay, or when the connection is back, as soon as the page is visible and has a connection.
 * @param delayMs undefined: only when the connection is back
 * @param minDelayMs the delay before which the function is not called
 * @returns the function that ends it
 */
export const scheduleRetry = (
  delayMs: number | undefined,
  minDelayMs: number,
  retry: () => void,
): (() => void) => {
  const earliestMs = Date.now() + minDelayMs;
  const retryIfPossible = () => {
    if (!document.hidden && !isOffline()) retry();
  };
  const retryWhenPossible = () => {
    document.addEventListener('visibilitychange', retryIfPossible);
    retryIfPossible();
  };
  let timer =
    delayMs === undefined ? undefined : setTimeout(retryWhenPossible, Math.max(delayMs, minDelayMs));
  const handleOnline = () => {
    clearTimeout(timer);
    timer = setTimeout(retryWhenPossible, Math.max(0, earliestMs - Date.now()));
  };
  addEventListener('online', handleOnline);
  return () => {
    clearTimeout(timer);
    removeEventListener('online', handleOnline);
    document.removeEventListener('visibilitychange', retryIfPossible);
  };
};
