/**
 * Runs one load per key at a time, as `SingleFlight` does. It is apart from it, because a load of the cache is cancelled
 * when all its callers have aborted, and an invalidation detaches what runs.
 */
export interface CancellableFlights {
  /**
   * Returns the value of the running load of this key, or of one that starts now. A caller that aborts gets its signal's
   * reason at once; the load aborts with its last caller.
   */
  join<T>(key: string, signal: AbortSignal, begin: (signal: AbortSignal) => Promise<T>): Promise<T>;
  /** True when a load of this key can be joined. */
  has(key: string): boolean;
  /** Makes later callers start new loads, whatever runs. */
  detach(): void;
  /** Aborts all loads. */
  close(): void;
}

interface Flight {
  readonly landed: Promise<unknown>;
  readonly controller: AbortController;
  waiting: number;
}

export function createCancellableFlights(): CancellableFlights {
  const joinable = new Map<string, Flight>();
  const running = new Set<Flight>();

  const begin = (key: string, start: (signal: AbortSignal) => Promise<unknown>): Flight => {
    const controller = new AbortController();
    const flight: Flight = { landed: start(controller.signal), controller, waiting: 0 };
    joinable.set(key, flight);
    running.add(flight);
    const end = () => {
      running.delete(flight);
      if (joinable.get(key) === flight) joinable.delete(key);
    };
    flight.landed.then(end, end);
    return flight;
  };

  return {
    async join<T>(key: string, signal: AbortSignal, start: (signal: AbortSignal) => Promise<T>): Promise<T> {
      signal.throwIfAborted();
      const flight = joinable.get(key) ?? begin(key, start);
      flight.waiting += 1;
      const gone = Promise.withResolvers<never>();
      const leave = () => {
        gone.reject(signal.reason);
        flight.waiting -= 1;
        if (flight.waiting > 0) return;
        // A cancelled load must not be joined.
        if (joinable.get(key) === flight) joinable.delete(key);
        flight.controller.abort(signal.reason);
      };
      signal.addEventListener('abort', leave, { once: true });
      try {
        return (await Promise.race([flight.landed, gone.promise])) as T;
      } finally {
        signal.removeEventListener('abort', leave);
      }
    },
    has: (key) => joinable.has(key),
    detach: () => joinable.clear(),
    close() {
      for (const { controller } of running) controller.abort(new Error('the gateway is closing'));
    },
  };
}
