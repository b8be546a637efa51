import { raceAbort } from './deadline.ts';

/** Runs one load per key at a time; callers with the same key share it. */
export interface SingleFlight<Key, Value> {
  /**
   * Returns the value of the running load of this key, or of `load`, which starts now.
   * @param load its signal aborts when all its callers have aborted
   * @param signal of the caller, whose promise rejects at once when it aborts; a caller without one waits for the load
   * @throws what the load throws, or the reason of `signal`
   */
  run(key: Key, load: (signal: AbortSignal) => Promise<Value>, signal?: AbortSignal): Promise<Value>;
  /** Returns whether a running load of this key can be joined. */
  has(key: Key): boolean;
  /** Detaches the running load of this key: its callers still get its result, and the next `run` starts a new load. */
  detach(key: Key): void;
  /** Detaches the running loads of all keys. */
  detachAll(): void;
  /** Aborts all loads. */
  close(): void;
}

interface RunningLoad<Value> {
  /**
   * Undefined after its end. A long-lived Map grows by copying, and V8 frees the copies late: they must not keep results, which
   * would then survive each collection of new objects.
   */
  result: Promise<Value> | undefined;
  readonly controller: AbortController;
  /** Callers that have not aborted. */
  waiting: number;
}

export function createSingleFlight<Key, Value>(): SingleFlight<Key, Value> {
  const joinable = new Map<Key, RunningLoad<Value>>();
  const running = new Set<RunningLoad<Value>>();

  const detach = (key: Key, load: RunningLoad<Value>) => {
    if (joinable.get(key) === load) joinable.delete(key);
  };
  const begin = (key: Key, start: (signal: AbortSignal) => Promise<Value>): RunningLoad<Value> => {
    const controller = new AbortController();
    const result = start(controller.signal);
    const load: RunningLoad<Value> = { result, controller, waiting: 0 };
    joinable.set(key, load);
    running.add(load);
    const end = () => {
      running.delete(load);
      detach(key, load);
      load.result = undefined;
    };
    result.then(end, end);
    return load;
  };
  const wait = async (
    key: Key,
    load: RunningLoad<Value>,
    result: Promise<Value>,
    signal: AbortSignal,
  ): Promise<Value> => {
    try {
      return await raceAbort(result, signal);
    } catch (error) {
      if (signal.aborted) load.waiting -= 1;
      if (load.waiting === 0) {
        // A load without callers must not be joined.
        detach(key, load);
        load.controller.abort(signal.reason);
      }
      throw error;
    }
  };

  return {
    run(key, start, signal) {
      if (signal?.aborted) return Promise.reject(signal.reason);
      const load = joinable.get(key) ?? begin(key, start);
      load.waiting += 1;
      // A load that can be joined has not ended.
      const result = load.result as Promise<Value>;
      return signal ? wait(key, load, result, signal) : result;
    },
    has: (key) => joinable.has(key),
    detach: (key) => void joinable.delete(key),
    detachAll: () => joinable.clear(),
    close() {
      for (const { controller } of running) controller.abort(new Error('the gateway is closing'));
    },
  };
}
