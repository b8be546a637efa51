/** The state of a request that is repeated. */
export interface RequestState<Data> {
  /** The latest data. It stays while newer data loads, and if loading it fails. */
  readonly data: Data | undefined;
  /** The error of the latest request; undefined while it loads. */
  readonly error: unknown;
  readonly isLoading: boolean;
}

/** Holds the state of a request for `useSyncExternalStore`. */
export interface RequestStore<Data> {
  getState(): RequestState<Data>;
  subscribe(listener: () => void): () => void;
  /** Sends a request and aborts the one before, whose response is ignored. */
  send(request: (signal: AbortSignal) => Promise<Data>): Promise<void>;
  /** Aborts the request. The data stays. */
  cancel(): void;
}

/** Creates a store without data. */
export const createRequestStore = <Data>(): RequestStore<Data> => {
  let state: RequestState<Data> = { data: undefined, error: undefined, isLoading: false };
  let controller: AbortController | undefined;
  const listeners = new Set<() => void>();
  const setState = (change: Partial<RequestState<Data>>) => {
    state = { ...state, ...change };
    for (const listener of listeners) listener();
  };
  return {
    getState: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    async send(request) {
      controller?.abort();
      controller = new AbortController();
      const { signal } = controller;
      const finish = (change: Partial<RequestState<Data>>) => {
        if (signal.aborted) return;
        controller = undefined;
        setState({ ...change, isLoading: false });
      };
      setState({ isLoading: true, error: undefined });
      await request(signal).then(
        (data) => finish({ data }),
        (error) => finish({ error }),
      );
    },
    cancel() {
      controller?.abort();
      controller = undefined;
      if (state.isLoading) setState({ isLoading: false });
    },
  };
};
