/**
 * A signal for one operation: it ends when whoever asked has gone, or after so many milliseconds, whichever is first.
 * What the operation has found by then is its answer.
 */
export const withinDeadline = (gone: AbortSignal, ms: number): AbortSignal =>
  AbortSignal.any([gone, AbortSignal.timeout(ms)]);

/** Whether the operation has run out of time, and somebody still waits for what it has. */
export const isOutOfTime = (signal: AbortSignal): boolean =>
  signal.aborted && (signal.reason as Error | undefined)?.name === 'TimeoutError';
