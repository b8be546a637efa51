import { randomBytes } from 'node:crypto';

/** The time that tasks wait for libuv's thread pool, which signs tokens, compresses responses and reads files. */
export interface ThreadPoolDelay {
  start(): void;
  stop(): void;
  /** Takes a sample; runs in each interval between `start` and `stop`. */
  sample(): void;
  /**
   * Returns the median of the delays since the last call in milliseconds, and starts again. Without a new sample, since the
   * event loop was late, the last median stands; it is 0 at first.
   */
  readMedianMs(): number;
}

const SAMPLE_INTERVAL_MS = 100;

/**
 * Measures the delay by a task that takes almost no time. At most one task waits at a time; in each interval it counts with
 * its time so far. Otherwise a long wait would be one sample among many short ones, and a saturated pool would yield none.
 */
export function monitorThreadPoolDelay(nowMs = () => performance.now()): ThreadPoolDelay {
  let timer: NodeJS.Timeout | undefined;
  let waitingSince: number | undefined;
  let delaysMs: number[] = [];
  let medianMs = 0;
  const sample = () => {
    const startedAt = nowMs();
    if (waitingSince !== undefined) {
      delaysMs.push(startedAt - waitingSince);
      return;
    }
    waitingSince = startedAt;
    randomBytes(1, () => {
      waitingSince = undefined;
      delaysMs.push(nowMs() - startedAt);
    });
  };
  return {
    sample,
    start() {
      timer ??= setInterval(sample, SAMPLE_INTERVAL_MS).unref();
    },
    stop() {
      clearInterval(timer);
      timer = undefined;
    },
    readMedianMs() {
      const sorted = delaysMs.sort((a, b) => a - b);
      delaysMs = [];
      medianMs = sorted[Math.floor(sorted.length / 2)] ?? medianMs;
      return medianMs;
    },
  };
}
