/** Runs one load per key at a time; callers with the same key share its promise. */
export interface SingleFlight<Key, Value> {
  /** Returns the promise of the running load of this key, or of `load`, which starts now. */
  run(key: Key, load: () => Promise<Value>): Promise<Value>;
  /** Makes the next `run` of this key start a new load, even while one runs. */
  forget(key: Key): void;
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
    forget: (key) => void running.delete(key),
  };
}
