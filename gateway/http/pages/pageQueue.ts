import { setImmediate as nextIteration } from 'node:timers/promises';
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
export interface PageTurns {
  /** Waits for the next turn of this page. To be called before each part of the work that needs the processor. */
  next(): Promise<void>;
  /** Aborts when no request waits for the page any more. */
  readonly signal: AbortSignal;
}

interface QueuedPage<T> {
  /** The client's network: the addresses take turns. */
  readonly address: string;
  /** Requests with the same key can share one page; undefined: none can. */
  readonly key: string | undefined;
  /** Aborts when the client disconnects. */
  readonly signal: AbortSignal;
  /** Loads and renders the page, and resolves to its beginning. It is in progress until `finished` settles. */
  create(turns: PageTurns): Promise<{ readonly page: T; readonly finished: Promise<unknown> }>;
}

/** Gives pages the processor in turns, so that one address does not delay the others. */
export interface PageQueue<T> {
  /**
   * Creates a page when it is its turn, for all requests with the same key that wait at this time.
   * @returns the page, and whether another request created it
   * @throws PageQueueTimeout, or the reason of the signal while the page waits
   */
  run(queued: QueuedPage<T>): Promise<{ readonly page: T; readonly isShared: boolean }>;
}

interface Entry<T> extends QueuedPage<T> {
  /** Ends the wait. */
  settle(result: ReturnType<PageQueue<T>['run']>): void;
}

/** Creates an empty queue. */
export function createPageQueue<T>(maxWaitMs = MAX_WAIT_MS): PageQueue<T> {
  const waiting = createFairQueue<Entry<T>>();
  const waitingByKey = new Map<string, Set<Entry<T>>>();
  const resuming = createFairQueue<() => void>();
  const inProgress = new Map<string, number>();
  let inProgressCount = 0;
  let isRunning = false;

  const countInProgress = (address: string, change: 1 | -1): void => {
    inProgressCount += change;
    const count = (inProgress.get(address) ?? 0) + change;
    if (count > 0) inProgress.set(address, count);
    else inProgress.delete(address);
  };
  const removeEntry = (entry: Entry<T>): void => {
    const { address, key } = entry;
    waiting.remove(address, entry);
    if (key === undefined) return;
    const entries = waitingByKey.get(key);
    entries?.delete(entry);
    if (entries?.size === 0) waitingByKey.delete(key);
  };
  const start = (first: Entry<T>): void => {
    const { address, key } = first;
    const others = key === undefined ? [] : [...(waitingByKey.get(key) ?? [])].filter((it) => it !== first);
    const entries = [first, ...others];
    const created = first.create({
      signal: abortedWithAll(entries.map(({ signal }) => signal)),
      next() {
        const { promise, resolve } = Promise.withResolvers<void>();
        resuming.push(address, resolve);
        void giveTurns();
        return promise;
      },
    });
    countInProgress(address, 1);
    const end = () => {
      countInProgress(address, -1);
      void giveTurns();
    };
    created.then(({ finished }) => finished).then(end, end);
    for (const entry of entries) {
      removeEntry(entry);
      entry.settle(created.then(({ page }) => ({ page, isShared: entry !== first })));
    }
  };
  const nextTurn = (): (() => void) | undefined => {
    const resume = resuming.shift();
    if (resume || inProgressCount >= MAX_IN_PROGRESS) return resume;
    const entry = waiting.shift((address) => (inProgress.get(address) ?? 0) < MAX_IN_PROGRESS_PER_ADDRESS);
    return entry && (() => start(entry));
  };
  /** Gives one turn after another: pages in progress come first. */
  const giveTurns = async (): Promise<void> => {
    if (isRunning) return;
    isRunning = true;
    do {
      const pauseEndsAt = performance.now() + MAX_PAUSE_MS;
      for (let iteration = 0; iteration < PAUSE_ITERATIONS && performance.now() < pauseEndsAt; iteration++)
        await nextIteration();
      const turn = nextTurn();
      turn?.();
      isRunning = turn !== undefined;
    } while (isRunning);
  };

  return {
    run(queued) {
      const { address, key, signal } = queued;
      const result = Promise.withResolvers<Awaited<ReturnType<PageQueue<T>['run']>>>();
      const entry: Entry<T> = {
        ...queued,
        settle(outcome) {
          clearTimeout(timer);
          signal.removeEventListener('abort', handleAbort);
          result.resolve(outcome);
        },
      };
      const cancel = (reason: unknown) => {
        removeEntry(entry);
        entry.settle(Promise.reject(reason));
      };
      const handleAbort = () => cancel(signal.reason);
      const timer = setTimeout(
        () => cancel(new PageQueueTimeout(`expected a turn within ${maxWaitMs} ms, got none`)),
        maxWaitMs,
      ).unref();
      signal.addEventListener('abort', handleAbort, { once: true });
      waiting.push(address, entry);
      if (key !== undefined) waitingByKey.set(key, (waitingByKey.get(key) ?? new Set()).add(entry));
      if (signal.aborted) handleAbort();
      else void giveTurns();
      return result.promise;
    },
  };
}

/** Returns a signal that aborts when all of these signals have aborted. */
function abortedWithAll(signals: readonly AbortSignal[]): AbortSignal {
  const controller = new AbortController();
  let remaining = signals.length;
  for (const signal of signals)
    signal.addEventListener(
      'abort',
      () => {
        remaining -= 1;
        if (remaining === 0) controller.abort(signal.reason);
      },
      { once: true },
    );
  return controller.signal;
}
