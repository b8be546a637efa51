/** A signal for one piece of work, and what lets go of it once the work is done. */
export interface DeadlineSignal {
  readonly signal: AbortSignal;
  release(): void;
}

/**
 * A signal that ends with another, or after so many milliseconds with a `TimeoutError`, whichever is first. Node keeps what
 * listens to signals of `AbortSignal.any` and `AbortSignal.timeout` until they end; this one is let go with its work.
 */
export function withDeadline(ended: AbortSignal | undefined, ms: number): DeadlineSignal {
  const controller = new AbortController();
  const end = () => controller.abort(ended?.reason);
  const timer = setTimeout(
    () => controller.abort(new DOMException(`the ${ms} ms for it are over`, 'TimeoutError')),
    ms,
  );
  timer.unref();
  if (ended?.aborted) end();
  else ended?.addEventListener('abort', end, { once: true });
  return {
    signal: controller.signal,
    release() {
      clearTimeout(timer);
      ended?.removeEventListener('abort', end);
    },
  };
}

/** Whether the operation has run out of time, and somebody still waits for what it has. */
export const isTimedOut = (signal: AbortSignal): boolean =>
  signal.aborted && (signal.reason as Error | undefined)?.name === 'TimeoutError';
