import { useEffect, useEffectEvent, useRef } from 'react';

const RETRY_DELAYS_MS = [3_000, 10_000, 30_000, 60_000];

/**
 * Retries a failed or incomplete request with increasing delays, and only while the page is visible. Stops after the last
 * delay.
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
    if (!shouldRetry) attempts.current = 0;
    const delayMs = shouldRetry ? RETRY_DELAYS_MS[attempts.current] : undefined;
    if (delayMs === undefined) return;
    const retryIfVisible = () => {
      if (document.hidden) return;
      attempts.current += 1;
      handleRetry();
    };
    const timer = setTimeout(
      () => {
        document.addEventListener('visibilitychange', retryIfVisible);
        retryIfVisible();
      },
      Math.max(delayMs, 1000 * minSeconds),
    );
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', retryIfVisible);
    };
  }, [shouldRetry, isLoading, minSeconds]);
};
