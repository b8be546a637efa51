import { setTimeout as sleep } from 'node:timers/promises';

/** Waits, at most until the signal aborts. Keeps no process alive. */
export const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  sleep(ms, undefined, { signal, ref: false }).then(
    () => undefined,
    () => undefined,
  );
