import { createCounters } from '../../core/counters.ts';
import type { MaybePromise } from '../../core/maybePromise.ts';
import { createFairQueue } from './fairQueue.ts';

/** Limits of an amount that several keys share, such as the calls of all callers. A limit that is not stated does not apply. */
export interface SharedLimits {
  /** The amount of all keys. */
  readonly max?: number;
  readonly maxPerKey?: number;
  /**
   * A key has at most this many times what is left of `max`, so that the next key finds something left. The rule is known as
   * "dynamic thresholds" for shared buffers (Choudhury and Hahne, 1998).
   */
  readonly sharePerFree?: number;
}

interface FairLimiterOptions extends SharedLimits {
  /** The limits of waiting tasks. Default: none waits. */
  readonly queue?: SharedLimits;
  /** Receives the number of waiting tasks whenever it changes. */
  readonly onQueueChanged?: (length: number) => void;
}

/** Limits work in progress, such as operations or bytes, and shares what is left fairly among keys, e.g. callers. */
export interface FairLimiter {
  /** Returns the amount that a key has in progress. */
  amountOf(key: string): number;
  /** The amount that all keys have in progress. */
  readonly total: number;
  /** Returns what a key has left; 0 or less if it has to wait. */
  leftOf(key: string): number;
  /**
   * Starts work regardless of what is left.
   * @param shared works with the same object, such as a buffer, count once in total
   * @returns the slot of the work, which ends with it
   */
  take(key: string, amount: number, shared?: object): Disposable;
  /**
   * Starts work as soon as its key has something left regardless of the amount of the work. Keys that wait take turns.
   * @param signal ends the wait, not the work
   * @throws QueueFull, and the reason of `signal`, by a promise
   */
  start(key: string, amount: number, signal: AbortSignal): MaybePromise<Disposable>;
}

/** Too many works wait. */
export class QueueFull extends Error {
  override readonly name = 'QueueFull';
  /** True if the key's share of the queue is full. */
  readonly isOfKey: boolean;
  /** The waiting tasks of the key, or of all keys. */
  readonly waiting: number;
  constructor(waiting: number, isOfKey: boolean) {
    super(
      `expected a free place in the queue${isOfKey ? ' for this key' : ''}, got ${waiting} waiting tasks`,
    );
    this.isOfKey = isOfKey;
    this.waiting = waiting;
  }
}

interface WaitingWork {
  readonly key: string;
  readonly amount: number;
  start(slot: Disposable): void;
}

const NO_QUEUE: SharedLimits = { max: 0 };

/** Creates a limiter without work. */
export function createFairLimiter({
  queue: queueLimits = NO_QUEUE,
  onQueueChanged = () => {},
  ...limits
}: FairLimiterOptions): FairLimiter {
  const inProgress = createSharedAmounts(limits);
  const waiting = createSharedAmounts(queueLimits);
  const queue = createFairQueue<WaitingWork>();
  const users = createCounters<object>();
  const hasLeft = (key: string): boolean => inProgress.leftOf(key) > 0;

  /** Changes the works with a shared object. @returns whether the object is used for the first or last time */
  const countUser = (shared: object | undefined, change: 1 | -1): boolean => {
    if (shared === undefined) return true;
    const before = users.get(shared);
    users.add(shared, change);
    return Math.min(before, users.get(shared)) === 0;
  };
  const take: FairLimiter['take'] = (key, amount, shared) => {
    inProgress.add(key, amount, countUser(shared, 1) ? amount : 0);
    let isEnded = false;
    return {
      [Symbol.dispose]() {
        if (isEnded) return;
        isEnded = true;
        inProgress.add(key, -amount, countUser(shared, -1) ? -amount : 0);
        startWaiting();
      },
    };
  };
  const countWaiting = (key: string, change: 1 | -1): void => {
    waiting.add(key, change, change);
    onQueueChanged(queue.size);
  };
  const startWaiting = (): void => {
    for (let next = queue.shift(hasLeft); next; next = queue.shift(hasLeft)) {
      const { key, amount, start } = next;
      const slot = take(key, amount);
      countWaiting(key, -1);
      start(slot);
    }
  };
  const rejectExcess = (key: string): void => {
    if (waiting.leftOf(key) > 0) return;
    const { max = Number.POSITIVE_INFINITY, maxPerKey = Number.POSITIVE_INFINITY } = queueLimits;
    const isOfKey = waiting.amountOf(key) >= maxPerKey || queue.size < max;
    throw new QueueFull(isOfKey ? waiting.amountOf(key) : queue.size, isOfKey);
  };

  const wait = async (key: string, amount: number, signal: AbortSignal): Promise<Disposable> => {
    signal.throwIfAborted();
    rejectExcess(key);
    const { promise, resolve, reject } = Promise.withResolvers<Disposable>();
    const work: WaitingWork = { key, amount, start: resolve };
    queue.push(key, work);
    countWaiting(key, 1);
    const abort = () => {
      // It may have started at the same time.
      if (!queue.remove(key, work)) return;
      countWaiting(key, -1);
      reject(signal.reason);
    };
    signal.addEventListener('abort', abort, { once: true });
    try {
      return await promise;
    } finally {
      signal.removeEventListener('abort', abort);
    }
  };

  return {
    amountOf: inProgress.amountOf,
    get total() {
      return inProgress.total;
    },
    leftOf: inProgress.leftOf,
    take,
    // Waiting work is not overtaken: its keys have nothing left.
    start: (key, amount, signal) =>
      hasLeft(key) && !signal.aborted ? take(key, amount) : wait(key, amount, signal),
  };
}

/** An amount that several keys share. */
interface SharedAmounts {
  amountOf(key: string): number;
  readonly total: number;
  /** Returns what a key has left; 0 or less if it has reached a limit. */
  leftOf(key: string): number;
  add(key: string, change: number, changeOfTotal: number): void;
}

function createSharedAmounts({
  max = Number.POSITIVE_INFINITY,
  maxPerKey = Number.POSITIVE_INFINITY,
  sharePerFree = Number.POSITIVE_INFINITY,
}: SharedLimits): SharedAmounts {
  const byKey = createCounters();
  let total = 0;
  return {
    amountOf: byKey.get,
    get total() {
      return total;
    },
    leftOf(key) {
      const free = max - total;
      const limit = free > 0 ? Math.min(maxPerKey, sharePerFree * free) : 0;
      return limit - byKey.get(key);
    },
    add(key, change, changeOfTotal) {
      byKey.add(key, change);
      total += changeOfTotal;
    },
  };
}
