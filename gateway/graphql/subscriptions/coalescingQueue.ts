/** A queue with one reader. An item replaces a pending one with the same key, so a slow reader costs bounded memory. */
export interface CoalescingQueue<T> extends AsyncIterableIterator<T> {
  /** Adds an item, or replaces the pending one of this key at its position. */
  push(key: string, item: T): void;
  /** Ends the iteration after the pending items. */
  end(): void;
  /** Fails the iteration after the pending items. */
  fail(error: Error): void;
}

interface CoalescingQueueOptions {
  /** Time that an item waits for replacements. */
  readonly delayMs: number;
  readonly maxKeys: number;
  /** Runs when a further key exceeds `maxKeys`; the queue accepts nothing afterwards. */
  onFull(): void;
  /** Runs once, when the iteration has ended. */
  onClosed(): void;
}

/** Creates an empty queue. */
export function createCoalescingQueue<T>({
  delayMs,
  maxKeys,
  onFull,
  onClosed,
}: CoalescingQueueOptions): CoalescingQueue<T> {
  const pending = new Map<string, { item: T; since: number }>();
  let timer: NodeJS.Timeout | undefined;
  let reader: PromiseWithResolvers<IteratorResult<T>> | undefined;
  let isEnding = false;
  let failure: Error | undefined;
  let isClosed = false;

  const close = (): IteratorResult<T> => {
    if (!isClosed) {
      isClosed = true;
      clearTimeout(timer);
      pending.clear();
      onClosed();
    }
    if (failure) reader?.reject(failure);
    else reader?.resolve({ value: undefined, done: true });
    reader = undefined;
    return { value: undefined, done: true };
  };
  /** Gives the first item to the waiting reader, once its delay is over. */
  const deliver = (): void => {
    clearTimeout(timer);
    const [first] = pending;
    if (!reader) return;
    if (!first) {
      if (isEnding) close();
      return;
    }
    const [key, { item, since }] = first;
    const remainingMs = isEnding ? 0 : since + delayMs - performance.now();
    if (remainingMs > 0) {
      timer = setTimeout(deliver, remainingMs);
      return;
    }
    pending.delete(key);
    reader.resolve({ value: item, done: false });
    reader = undefined;
  };

  return {
    push(key, item) {
      if (isClosed || isEnding) return;
      const previous = pending.get(key);
      if (!previous && pending.size >= maxKeys) {
        isEnding = true;
        onFull();
        return;
      }
      pending.set(key, { item, since: previous?.since ?? performance.now() });
      deliver();
    },
    end() {
      isEnding = true;
      deliver();
    },
    fail(error) {
      failure ??= error;
      isEnding = true;
      deliver();
    },
    next() {
      if (isClosed) return Promise.resolve({ value: undefined, done: true });
      reader ??= Promise.withResolvers<IteratorResult<T>>();
      const { promise } = reader;
      deliver();
      return promise;
    },
    return: () => Promise.resolve(close()),
    throw(error) {
      close();
      return Promise.reject(error);
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}
