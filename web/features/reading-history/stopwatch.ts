import { whileVisible } from '../../kit/timing/whileVisible.ts';

/** Measures the time for which the page is in view. */
export interface Stopwatch {
  seconds(): number;
  stop(): void;
}

/** Starts to measure the time for which the page is in view. */
export const startStopwatch = (): Stopwatch => {
  let elapsedMs = 0;
  let startedAt: number | null = null;
  const pause = () => {
    if (startedAt !== null) elapsedMs += Date.now() - startedAt;
    startedAt = null;
  };
  const stop = whileVisible(() => {
    startedAt = Date.now();
    return pause;
  });
  return {
    seconds: () => (elapsedMs + (startedAt === null ? 0 : Date.now() - startedAt)) / 1000,
    stop,
  };
};
