import { setTimeout as sleep } from 'node:timers/promises';

/** Below Jest's limit for a test, so that the last error is reported. A loaded machine may stall for seconds. */
const TIMEOUT_MS = 20_000;
const INTERVAL_MS = 20;

/**
 * Repeats `work` until it no longer throws.
 * @param timeoutMs after which the last error is thrown
 * @returns what `work` returned
 */
export async function eventually<T>(
  work: () => T | Promise<T>,
  timeoutMs = TIMEOUT_MS,
  intervalMs = INTERVAL_MS,
): Promise<T> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (performance.now() > deadline) throw error;
      await sleep(intervalMs);
    }
  }
}
