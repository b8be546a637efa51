/**
 * Runs one load per key at a time, as `SingleFlight` does. Unlike there, a load is cancelled when all its callers have
 * aborted, and an invalidation detaches the running loads from later callers.
 */
export interface CancellableSingleFlight {
  /**
   * Returns the value of the running load of this key, or starts one. When a caller aborts, its promise rejects at once;
   * when all callers have aborted, the load is aborted.
   * @throws what the load throws, or the reason of `signal`
   */
  join<T>(key: string, signal: AbortSignal, begin: (signal: AbortSignal) => Promise<T>): Promise<T>;
  /** Returns whether a running load of this key can be joined. */
  has(key: string): boolean;
  /** Makes later callers start new loads. Running loads continue for their callers. */
  detach(): void;
  /** Aborts all loads. */
  close(): void;
}

interface RunningLoad {
  readonly result: Promise<unknown>;
  readonly controller: AbortController;
  waiting: number;
}

export function createCancellableSingleFlight(): CancellableSingleFlight {
  const joinable = new Map<string, RunningLoad>();
  const running = new Set<RunningLoad>();

  const begin = (key: string, start: (signal: AbortSignal) => Promise<unknown>): RunningLoad => {
    const controller = new AbortController();
    const load: RunningLoad = { result: start(controller.signal), controller, waiting: 0 };
    joinable.set(key, load);
    running.add(load);
    const end = () => {
      running.delete(load);
      if (joinable.get(key) === load) joinable.delete(key);
    };
    load.result.then(end, end);
    return load;
  };

  return {
    async join<T>(key: string, signal: AbortSignal, start: (signal: AbortSignal) => Promise<T>): Promise<T> {
      signal.throwIfAborted();
      const load = joinable.get(key) ?? begin(key, start);
      load.waiting += 1;
      const aborted = Promise.withResolvers<never>();
      const handleAbort = () => {
        aborted.reject(signal.reason);
        load.waiting -= 1;
        if (load.waiting > 0) return;
        // A cancelled load must not be joined.
        if (joinable.get(key) === load) joinable.delete(key);
        load.controller.abort(signal.reason);
      };
      signal.addEventListener('abort', handleAbort, { once: true });
      try {
        return (await Promise.race([load.result, aborted.promise])) as T;
      } finally {
        signal.removeEventListener('abort', handleAbort);
      }
    },
    has: (key) => joinable.has(key),
    detach: () => joinable.clear(),
    close() {
      for (const { controller } of running) controller.abort(new Error('the gateway is closing'));
    },
  };
}
