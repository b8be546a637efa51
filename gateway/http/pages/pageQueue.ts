import { setImmediate as nextIteration } from 'node:timers/promises';
import { createKeyedAmounts } from '../../core/keyedAmounts.ts';
import { createFairQueue } from '../../services/scheduling/fairQueue.ts';

/** Pages that load data or are rendered at the same time, in total and for one address. */
const MAX_IN_PROGRESS = 32;
const MAX_IN_PROGRESS_PER_ADDRESS = 8;
/** A page that has not started by then is rejected. */
const MAX_WAIT_MS = 8_000;
/** Iterations of the event loop between two turns, in which other requests proceed. */
const PAUSE_ITERATIONS = 10;
/** The pause ends after this time: while operations use the processor, an iteration takes 10 ms and more. */
const MAX_PAUSE_MS = 20;

/** A page did not start in time. */
export class PageQueueTimeout extends Error {
  override readonly name = 'PageQueueTimeout';
}

/** A page in progress. */
export interface ScheduledPage {
  /** Waits for the next turn of this page. To be called before each part of the work that needs the processor. */
  next(): Promise<void>;
}

interface QueuedPage<T> {
  /** The client's network: the addresses take turns. */
  readonly address: string;
  /** Aborts when nobody waits for the page. */
  readonly signal: AbortSignal;
  /** Loads and renders the page, and resolves to its beginning. It is in progress until `finished` settles. */
  create(page: ScheduledPage): Promise<{ readonly page: T; readonly finished: Promise<unknown> }>;
}

/** Shares the processor fairly among the pages of all addresses, so that one address does not delay the others. */
export interface PageQueue<T> {
  /**
   * Creates a page when it is its turn.
   * @throws PageQueueTimeout, or the reason of the signal while the page waits
   */
  run(queued: QueuedPage<T>): Promise<T>;
}

interface Entry<T> extends QueuedPage<T> {
  /** Ends the wait. */
  settle(result: Promise<T>): void;
}

/** Creates an empty queue. */
export function createPageQueue<T>(maxWaitMs = MAX_WAIT_MS): PageQueue<T> {
  const waiting = createFairQueue<Entry<T>>();
  const resuming = createFairQueue<() => void>();
  const inProgress = createKeyedAmounts();
  let inProgressCount = 0;
  let isRunning = false;

  const countInProgress = (address: string, change: 1 | -1): void => {
    inProgressCount += change;
    inProgress.add(address, change);
  };
  const start = ({ address, create, settle }: Entry<T>): void => {
    const created = create({
      next() {
        const { promise, resolve } = Promise.withResolvers<void>();
        resuming.push(address, resolve);
        void runNext();
        return promise;
      },
    });
    countInProgress(address, 1);
    const end = () => {
      countInProgress(address, -1);
      void runNext();
    };
    created.then(({ finished }) => finished).then(end, end);
    settle(created.then(({ page }) => page));
  };
  const nextTask = (): (() => void) | undefined => {
    const resume = resuming.shift();
    if (resume || inProgressCount >= MAX_IN_PROGRESS) return resume;
    const entry = waiting.shift((address) => inProgress.of(address) < MAX_IN_PROGRESS_PER_ADDRESS);
    return entry && (() => start(entry));
  };
  /** Runs one task after another: pages in progress come first. */
  const runNext = async (): Promise<void> => {
    if (isRunning) return;
    isRunning = true;
    do {
      const pauseEndsAt = performance.now() + MAX_PAUSE_MS;
      for (let iteration = 0; iteration < PAUSE_ITERATIONS && performance.now() < pauseEndsAt; iteration++)
        await nextIteration();
      const task = nextTask();
      task?.();
      isRunning = task !== undefined;
    } while (isRunning);
  };

  return {
    run(queued) {
      const { address, signal } = queued;
      const result = Promise.withResolvers<T>();
      const entry: Entry<T> = {
        ...queued,
        settle(outcome) {
          clearTimeout(timer);
          signal.removeEventListener('abort', handleAbort);
          result.resolve(outcome);
        },
      };
      const cancel = (reason: unknown) => {
        waiting.remove(address, entry);
        entry.settle(Promise.reject(reason));
      };
      const handleAbort = () => cancel(signal.reason);
      const timer = setTimeout(
        () => cancel(new PageQueueTimeout(`expected a turn within ${maxWaitMs} ms, got none`)),
        maxWaitMs,
      ).unref();
      signal.addEventListener('abort', handleAbort, { once: true });
      waiting.push(address, entry);
      if (signal.aborted) handleAbort();
      else void runNext();
      return result.promise;
    },
  };
}
