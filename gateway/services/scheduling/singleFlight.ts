/** Runs one load per key at a time; callers with the same key share its promise. */
export interface SingleFlight<Key, Value> {
  /** Returns the promise of the running load of this key, or of `load`, which starts now. */
  run(key: Key, load: () => Promise<Value>): Promise<Value>;
  /** Detaches the running load of this key: its callers still get its result, and the next `run` starts a new load. */
  detach(key: Key): void;
}

export function createSingleFlight<Key, Value>(): SingleFlight<Key, Value> {
  const running = new Map<Key, Promise<Value>>();
  return {
    run(key, load) {
      const joined = running.get(key);
      if (joined) return joined;
      const started = load().finally(() => {
        if (running.get(key) === started) running.delete(key);
      });
      running.set(key, started);
      return started;
    },
    detach: (key) => void running.delete(key),
  };
}
