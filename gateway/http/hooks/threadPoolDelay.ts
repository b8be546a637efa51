import { randomBytes } from 'node:crypto';

/** The time that tasks wait for libuv's thread pool, which signs tokens, compresses responses and reads files. */
export interface ThreadPoolDelay {
  start(): void;
  stop(): void;
  /** Returns the median of the delays since the last call in milliseconds, and starts again; 0 without a sample. */
  readMedianMs(): number;
}

const SAMPLE_INTERVAL_MS = 100;

/** Measures the delay by a task that takes almost no time. At most one task waits at a time. */
export function monitorThreadPoolDelay(): ThreadPoolDelay {
  let timer: NodeJS.Timeout | undefined;
  let waitingSince: number | undefined;
  let delaysMs: number[] = [];
  const sample = () => {
    if (waitingSince !== undefined) return;
    const startedAt = performance.now();
    waitingSince = startedAt;
    randomBytes(1, () => {
      waitingSince = undefined;
      delaysMs.push(performance.now() - startedAt);
    });
  };
  return {
    start() {
      timer ??= setInterval(sample, SAMPLE_INTERVAL_MS).unref();
    },
    stop() {
      clearInterval(timer);
      timer = undefined;
    },
    readMedianMs() {
      // A task that still waits counts with its time so far: in a saturated pool no other one completes.
      const waitingMs = waitingSince === undefined ? [] : [performance.now() - waitingSince];
      const sorted = [...delaysMs, ...waitingMs].sort((a, b) => a - b);
      delaysMs = [];
      return sorted[Math.floor(sorted.length / 2)] ?? 0;
    },
  };
}
