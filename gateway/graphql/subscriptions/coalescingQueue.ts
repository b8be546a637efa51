/** What waits to be told to one subscriber. It is read as it is emptied: who takes nothing holds up nobody else. */
export interface CoalescingQueue<T> extends AsyncIterableIterator<T> {
  /** Adds an item; one of the same key that still waits is replaced and keeps its turn. */
  push(key: string, item: T): void;
  /** Ends the reading after what waits. */
  end(): void;
  /** The same, with an error. */
  fail(error: Error): void;
}

interface CoalescingQueueOptions {
  /** Milliseconds that an item waits for others of its key. */
  readonly delayMs: number;
  /** Keys that wait at most. */
  readonly maxKeys: number;
  /** Called once, when more would wait than may; nothing is taken in any more. */
  onFull(): void;
  /** Called once, when the reading has ended, whoever ended it. */
  onClosed(): void;
}

/** An empty mailbox. */
export function createCoalescingQueue<T>({ delayMs, maxKeys, onFull, onClosed }: CoalescingQueueOptions): CoalescingQueue<T> {
  const waiting = new Map<string, { item: T; from: number }>();
  let timer: NodeJS.Timeout | undefined;
  let reader: PromiseWithResolvers<IteratorResult<T>> | undefined;
  let ending = false;
  let fault: Error | undefined;
  let closed = false;

  const close = (): IteratorResult<T> => {
    if (!closed) {
      closed = true;
      clearTimeout(timer);
      waiting.clear();
      onClosed();
    }
    if (fault) reader?.reject(fault);
    else reader?.resolve({ value: undefined, done: true });
    reader = undefined;
    return { value: undefined, done: true };
  };
  /** Hands the first item to who waits for it, once it has settled. */
  const serve = (): void => {
    clearTimeout(timer);
    const [first] = waiting;
    if (!reader) return;
    if (!first) {
      if (ending) close();
      return;
    }
    const [key, { item, from }] = first;
    const left = ending ? 0 : from + delayMs - performance.now();
    if (left > 0) {
      timer = setTimeout(serve, left);
      return;
    }
    waiting.delete(key);
    reader.resolve({ value: item, done: false });
    reader = undefined;
  };

  return {
    push(key, item) {
      if (closed || ending) return;
      const known = waiting.get(key);
      if (!known && waiting.size >= maxKeys) {
        ending = true;
        onFull();
        return;
      }
      waiting.set(key, { item, from: known?.from ?? performance.now() });
      serve();
    },
    end() {
      ending = true;
      serve();
    },
    fail(error) {
      fault ??= error;
      ending = true;
      serve();
    },
    next() {
      if (closed) return Promise.resolve({ value: undefined, done: true });
      reader ??= Promise.withResolvers<IteratorResult<T>>();
      const { promise } = reader;
      serve();
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
