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
  readonly result: Promise<Value>;
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
    const load: RunningLoad<Value> = { result: start(controller.signal), controller, waiting: 0 };
    joinable.set(key, load);
    running.add(load);
    const end = () => {
      running.delete(load);
      detach(key, load);
    };
    load.result.then(end, end);
    return load;
  };
  const wait = async (key: Key, load: RunningLoad<Value>, signal: AbortSignal): Promise<Value> => {
    try {
      return await raceAbort(load.result, signal);
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
      return signal ? wait(key, load, signal) : load.result;
    },
    has: (key) => joinable.has(key),
    detach: (key) => void joinable.delete(key),
    detachAll: () => joinable.clear(),
    close() {
      for (const { controller } of running) controller.abort(new Error('the gateway is closing'));
    },
  };
}
