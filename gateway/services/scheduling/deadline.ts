/** The signal of work that nobody aborts. */
export const NEVER_ABORTED = new AbortController().signal;

/** An abort signal with a deadline. */
export interface DeadlineSignal {
  readonly signal: AbortSignal;
  /** Aborts before the deadline. */
  abort(reason: unknown): void;
  /** Removes timer and listener. */
  release(): void;
}

/**
 * Creates a signal that aborts with another, or with a `TimeoutError` after `ms` milliseconds. `AbortSignal.any` and
 * `AbortSignal.timeout` keep their listeners until they abort; this signal can be released.
 */
export function withDeadline(ended: AbortSignal | undefined, ms: number): DeadlineSignal {
  const controller = new AbortController();
  const end = () => controller.abort(ended?.reason);
  const timer = setTimeout(
    () => controller.abort(new DOMException(`timed out after ${ms} ms`, 'TimeoutError')),
    ms,
  );
  timer.unref();
  if (ended?.aborted) end();
  else ended?.addEventListener('abort', end, { once: true });
  return {
    signal: controller.signal,
    abort: (reason) => controller.abort(reason),
    release() {
      clearTimeout(timer);
      ended?.removeEventListener('abort', end);
    },
  };
}

/**
 * Resolves with the work, or rejects with the signal's reason when it aborts. Removes its listener: the signal may live as
 * long as the process.
 */
export async function raceAbort<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = Promise.withResolvers<never>();
  const leave = () => aborted.reject(signal.reason);
  if (signal.aborted) leave();
  signal.addEventListener('abort', leave, { once: true });
  try {
    return await Promise.race([work, aborted.promise]);
  } finally {
    signal.removeEventListener('abort', leave);
  }
}

/** Resolves with the work. @throws a `TimeoutError` after `ms` milliseconds; the work goes on */
export async function raceTimeout<T>(work: Promise<T>, ms: number): Promise<T> {
  const { signal, release } = withDeadline(undefined, ms);
  try {
    return await raceAbort(work, signal);
  } finally {
    release();
  }
}

/** True when the operation timed out; its client still waits for the partial result. */
export const isTimedOut = (signal: AbortSignal): boolean =>
  signal.aborted && (signal.reason as Error | undefined)?.name === 'TimeoutError';
