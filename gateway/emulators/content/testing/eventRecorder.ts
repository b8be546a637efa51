/** The part of an observable that the recorder needs. */
interface Source<T> {
  subscribe(observer: { next(value: T): void; error(error: unknown): void }): { unsubscribe(): void };
}

/** Records the events of a stream. */
export interface EventRecorder<T> {
  /** Events in the order of arrival. */
  readonly events: readonly T[];
  /** Returns the first recorded or later event that matches. @throws the error of the stream, or a timeout */
  waitFor(matches: (event: T) => boolean, ms?: number): Promise<T>;
  /** Returns the error that ends the stream. */
  waitForError(ms?: number): Promise<Error>;
  stop(): void;
}

const TIMEOUT_MS = 5_000;

/** Records the events of an observable of the SDK from now on. */
export function recordEvents<T extends { type: string }>(source: Source<T>): EventRecorder<T> {
  const events: T[] = [];
  let ended: { error: unknown } | undefined;
  let changed = Promise.withResolvers<void>();
  const notify = () => {
    changed.resolve();
    changed = Promise.withResolvers<void>();
  };
  const subscription = source.subscribe({
    next(event) {
      events.push(event);
      notify();
    },
    error(error) {
      ended = { error };
      notify();
    },
  });
  const wait = async <R>(ready: () => R | undefined, ms: number): Promise<R> => {
    const timeout = AbortSignal.timeout(ms);
    const timedOut = new Promise<never>((_, reject) => {
      timeout.onabort = () =>
        reject(
          new Error(
            `expected more events within ${ms} ms, got ${events.map(({ type }) => type).join(', ') || 'nothing'}`,
          ),
        );
    });
    // Without waiting, the timeout promise is never awaited, so its rejection is handled here.
    timedOut.catch(() => undefined);
    for (;;) {
      const found = ready();
      if (found !== undefined) return found;
      await Promise.race([changed.promise, timedOut]);
    }
  };
  return {
    events,
    waitFor: (matches, ms = TIMEOUT_MS) =>
      wait(() => {
        const found = events.find(matches);
        if (found === undefined && ended !== undefined) throw ended.error;
        return found;
      }, ms),
    waitForError: (ms = TIMEOUT_MS) => wait(() => ended?.error as Error | undefined, ms),
    stop: () => subscription.unsubscribe(),
  };
}
