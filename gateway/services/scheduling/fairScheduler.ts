import { createFairQueue } from './fairQueue.ts';

/** Divides work into slices between which the event loop processes other events. */
export interface FairScheduler {
  /** Waits for the next turn of a key. Keys take turns. */
  next(key: string): Promise<void>;
  /**
   * Returns whether work can continue without waiting: during a slice, or while nothing waits. Long work asks again and
   * again, and waits for its next turn when it returns false.
   */
  canContinue(): boolean;
}

/** Turns of one slice. */
const MAX_TURNS = 64;
/** A slice gives no further turn after this time. */
const MAX_SLICE_MS = 10;

/** Creates a scheduler. The event loop completes one iteration between two slices. */
export function createFairScheduler(): FairScheduler {
  const waiting = createFairQueue<() => void>();
  let isRunning = false;
  let sliceEndsAt = 0;
  /** Work that did not wait has had its slice in this iteration of the event loop. */
  let isIterationUsed = false;
  // Each turn is an immediate of its own: Node runs the promise callbacks of a turn before the next immediate.
  const giveTurn = (isFirst: boolean): void => {
    if (isFirst) sliceEndsAt = performance.now() + MAX_SLICE_MS;
    if (performance.now() < sliceEndsAt) waiting.shift()?.();
  };
  const runSlice = (): void => {
    isRunning = waiting.size > 0;
    if (!isRunning) return;
    for (let turn = 0; turn < Math.min(waiting.size, MAX_TURNS); turn++) setImmediate(giveTurn, turn === 0);
    setImmediate(runSlice);
  };
  return {
    next(key) {
      const { promise, resolve } = Promise.withResolvers<void>();
      waiting.push(key, resolve);
      if (!isRunning) {
        isRunning = true;
        setImmediate(runSlice);
      }
      return promise;
    },
    canContinue() {
      if (performance.now() < sliceEndsAt) return true;
      if (isRunning || isIterationUsed) return false;
      isIterationUsed = true;
      sliceEndsAt = performance.now() + MAX_SLICE_MS;
      setImmediate(() => {
        isIterationUsed = false;
      });
      return true;
    },
  };
}
