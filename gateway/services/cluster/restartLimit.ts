/** The gateway ends when a worker and its replacements exit more often in a minute: an operator has to find the cause. */
export const MAX_EXITS_PER_MINUTE = 3;
const MINUTE_MS = 60_000;

/** Limits how often a worker is restarted. */
export interface RestartLimit {
  /** Records an exit of the worker with this number. @returns whether a replacement may start */
  recordExit(worker: number): boolean;
}

/** Creates a limit without exits. */
export function createRestartLimit(): RestartLimit {
  /** The times of the exits in the last minute, by the number of the worker. */
  const exitTimes = new Map<number, readonly number[]>();
  return {
    recordExit(worker) {
      const now = performance.now();
      const times = [...(exitTimes.get(worker) ?? []).filter((at) => at > now - MINUTE_MS), now];
      exitTimes.set(worker, times);
      return times.length <= MAX_EXITS_PER_MINUTE;
    },
  };
}
