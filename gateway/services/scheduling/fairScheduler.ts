import { setImmediate as nextIteration } from 'node:timers/promises';
import { createFairQueue } from './fairQueue.ts';

/** Divides work into slices between which the event loop processes other events. */
export interface FairScheduler {
  /** Waits for the next turn of a key. Keys take turns. */
  next(key: string): Promise<void>;
  /**
   * Waits for the next long turn of a key, such as the rendering of a page. Keys take turns. Between two long turns, the event
   * loop completes several iterations, in which other work proceeds.
   */
  nextLong(key: string): Promise<void>;
  /**
   * Returns whether work can continue without waiting: during a slice, or while nothing waits. Long work asks again and
   * again, and waits for its next turn when it returns false.
   */
  canContinue(): boolean;
  /**
   * Delays the next slice, because Node accepts one connection in each iteration of the event loop: otherwise, a client that
   * connects would wait for the work of all connections before it.
   */
  connectionAccepted(): void;
}

/** Turns of one slice. */
const MAX_TURNS = 64;
/** A slice gives no further turn after this time. */
const MAX_SLICE_MS = 10;
const DEFAULT_MAX_PAUSE_MS = 20;
/** Iterations of the event loop before a long turn. While operations use the processor, an iteration takes 10 ms and more. */
const LONG_PAUSE_ITERATIONS = 10;

/**
 * Creates a scheduler. The event loop completes an iteration between two slices, and accepts the connections that wait.
 * @param maxPauseMs connections are accepted for at most this time between two slices, and other work proceeds between two long turns
 */
export function createFairScheduler({ maxPauseMs = DEFAULT_MAX_PAUSE_MS } = {}): FairScheduler {
  const waiting = createFairQueue<() => void>();
  let isRunning = false;
  let sliceEndsAt = 0;
  /** Work that did not wait has had its slice in this iteration of the event loop. */
  let isIterationUsed = false;
  /** Connections accepted in this iteration and the one before. */
  let recentConnections = 0;
  // Each turn is an immediate of its own: Node runs the promise callbacks of a turn before the next immediate.
  const giveTurn = (isFirst: boolean): void => {
    if (isFirst) sliceEndsAt = performance.now() + MAX_SLICE_MS;
    if (performance.now() < sliceEndsAt) waiting.shift()?.();
  };
  const runSlice = (): void => {
    for (let turn = 0; turn < Math.min(waiting.size, MAX_TURNS); turn++) setImmediate(giveTurn, turn === 0);
    setImmediate(endSlice);
  };
  const endSlice = (): void => {
    isRunning = waiting.size > 0;
    if (isRunning) startPause();
  };
  const startPause = (): void => void setImmediate(pause, performance.now() + maxPauseMs);
  const pause = (endsAt: number): void => {
    if (recentConnections > 0 && performance.now() < endsAt) setImmediate(pause, endsAt);
    else runSlice();
  };
  const forgetConnection = (): void => {
    recentConnections -= 1;
  };
  const waitingLong = createFairQueue<() => void>();
  let givesLongTurns = false;
  const giveLongTurns = async (): Promise<void> => {
    if (givesLongTurns) return;
    givesLongTurns = true;
    while (waitingLong.size > 0) {
      const endsAt = performance.now() + maxPauseMs;
      for (let n = 0; n < LONG_PAUSE_ITERATIONS && performance.now() < endsAt; n++) await nextIteration();
      waitingLong.shift()?.();
    }
    givesLongTurns = false;
  };
  return {
    next(key) {
      const { promise, resolve } = Promise.withResolvers<void>();
      waiting.push(key, resolve);
      if (!isRunning) {
        isRunning = true;
        startPause();
      }
      return promise;
    },
    nextLong(key) {
      const { promise, resolve } = Promise.withResolvers<void>();
      waitingLong.push(key, resolve);
      void giveLongTurns();
      return promise;
    },
    canContinue() {
      if (performance.now() < sliceEndsAt) return true;
      if (isRunning || isIterationUsed || recentConnections > 0) return false;
      isIterationUsed = true;
      sliceEndsAt = performance.now() + MAX_SLICE_MS;
      setImmediate(() => {
        isIterationUsed = false;
      });
      return true;
    },
    connectionAccepted() {
      recentConnections += 1;
      setImmediate(() => setImmediate(forgetConnection));
    },
  };
}
