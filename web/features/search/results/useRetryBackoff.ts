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
    const retryIfPossible = () => {
      if (document.hidden || isOffline()) return;
      attempts.current += 1;
      handleRetry();
    };
    const retryWhenPossible = () => {
      document.addEventListener('visibilitychange', retryIfPossible);
      retryIfPossible();
    };
    const delayMs = RETRY_DELAYS_MS[attempts.current];
    const timer =
      delayMs !== undefined && setTimeout(retryWhenPossible, Math.max(delayMs, 1000 * minSeconds));
    addEventListener('online', retryWhenPossible);
    return () => {
      if (timer) clearTimeout(timer);
      removeEventListener('online', retryWhenPossible);
      document.removeEventListener('visibilitychange', retryIfPossible);
    };
  }, [shouldRetry, isLoading, minSeconds]);
};
