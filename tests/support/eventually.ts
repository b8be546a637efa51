import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Repeats `work` until it no longer throws.
 * @param timeoutMs after which the last error is thrown
 * @returns what `work` returned
 */
export async function eventually<T>(
  work: () => T | Promise<T>,
  timeoutMs = 5_000,
  intervalMs = 20,
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
