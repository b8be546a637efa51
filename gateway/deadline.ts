/**
 * A signal for one operation: it ends when whoever asked has gone, or after so many milliseconds, whichever is first.
 * What the operation has found by then is its answer.
 */
export function withinDeadline(gone: AbortSignal, ms: number): AbortSignal {
  // Node keeps what `AbortSignal.any` makes for ever where something listens to it and its timeout has been collected.
  const controller = new AbortController();
  const end = () => controller.abort(gone.reason);
  if (gone.aborted) end();
  else gone.addEventListener('abort', end, { once: true });
  const late = () => controller.abort(new DOMException(`expected an end within ${ms} ms`, 'TimeoutError'));
  setTimeout(late, ms).unref();
  return controller.signal;
}

/** Whether the operation has run out of time, and somebody still waits for what it has. */
export const isOutOfTime = (signal: AbortSignal): boolean =>
  signal.aborted && (signal.reason as Error | undefined)?.name === 'TimeoutError';
