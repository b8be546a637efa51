/** Everybody who asks the same at the same time waits for one flight. */
export interface Flights {
  /**
   * What a running flight of this key brings, or one that begins now. It ends early only when everybody who waits for it
   * has gone; who has gone is told at once.
   */
  join<T>(key: string, signal: AbortSignal, begin: (signal: AbortSignal) => Promise<T>): Promise<T>;
  /** Whether a flight of this key can be joined. */
  has(key: string): boolean;
  /** Who asks from now on is not given what flies already. */
  detach(): void;
  /** Ends all. */
  close(): void;
}

interface Flight {
  readonly landed: Promise<unknown>;
  readonly controller: AbortController;
  waiting: number;
}

export function createFlights(): Flights {
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
        // Nobody may join what is about to fail.
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
