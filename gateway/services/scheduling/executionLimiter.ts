import { createKeyedAmounts } from '../../core/keyedAmounts.ts';
import { createFairQueue } from './fairQueue.ts';

/** Limits the operations that each caller has in execution at the same time, by their points. */
export interface ExecutionLimiter {
  /**
   * Waits until an operation can start, behind the waiting operations of its caller.
   * @param points cost of the operation
   * @param signal ends the wait, not the execution
   * @returns ends the execution
   * @throws ExecutionQueueFull, and the reason of `signal`
   */
  start(caller: string, points: number, signal: AbortSignal): Promise<() => void>;
}

export interface ExecutionLimits {
  /** An operation starts while its caller has fewer points than this in execution. */
  readonly maxPoints: number;
  /** Waiting operations of one caller, and of all callers. */
  readonly maxWaitingPerCaller: number;
  readonly maxWaiting: number;
}

/**
 * A point pays for 125 µs, so that a caller has half a second of work in execution, and one operation more. Costs are
 * upper bounds and include the waits for providers; the operations of a page rarely reach the limit.
 */
const EXECUTION_LIMITS: ExecutionLimits = {
  maxPoints: 4_000,
  maxWaitingPerCaller: 100,
  maxWaiting: 1_000,
};

/** Too many operations wait. */
export class ExecutionQueueFull extends Error {
  override readonly name = 'ExecutionQueueFull';
  /** True if the caller's share of the queue is full. */
  readonly isOfCaller: boolean;
  readonly maximum: number;
  constructor(maximum: number, isOfCaller: boolean) {
    super(`expected at most ${maximum} waiting operations${isOfCaller ? ' of one caller' : ''}, got more`);
    this.isOfCaller = isOfCaller;
    this.maximum = maximum;
  }
}

interface WaitingOperation {
  readonly points: number;
  start(end: () => void): void;
}

/** Creates a limiter without operations. */
export function createExecutionLimiter(limits: ExecutionLimits = EXECUTION_LIMITS): ExecutionLimiter {
  const { maxPoints, maxWaitingPerCaller, maxWaiting } = limits;
  const executing = createKeyedAmounts();
  const waiting = createFairQueue<WaitingOperation>();
  const waitingByCaller = createKeyedAmounts();

  const hasRoom = (caller: string): boolean => executing.of(caller) < maxPoints;
  const begin = (caller: string, points: number): (() => void) => {
    executing.add(caller, points);
    let isEnded = false;
    return () => {
      if (isEnded) return;
      isEnded = true;
      executing.add(caller, -points);
      startWaiting(caller);
    };
  };
  const startWaiting = (caller: string): void => {
    const isNext = (other: string) => other === caller && hasRoom(caller);
    for (let next = waiting.shift(isNext); next; next = waiting.shift(isNext)) {
      waitingByCaller.add(caller, -1);
      next.start(begin(caller, next.points));
    }
  };
  const rejectExcess = (caller: string): void => {
    if (waitingByCaller.of(caller) >= maxWaitingPerCaller)
      throw new ExecutionQueueFull(maxWaitingPerCaller, true);
    if (waiting.size >= maxWaiting) throw new ExecutionQueueFull(maxWaiting, false);
  };
  return {
    async start(caller, points, signal) {
      signal.throwIfAborted();
      if (hasRoom(caller) && waitingByCaller.of(caller) === 0) return begin(caller, points);
      rejectExcess(caller);
      const { promise, resolve, reject } = Promise.withResolvers<() => void>();
      const operation: WaitingOperation = { points, start: resolve };
      waiting.push(caller, operation);
      waitingByCaller.add(caller, 1);
      const abort = () => {
        // It may have started at the same time.
        if (!waiting.remove(caller, operation)) return;
        waitingByCaller.add(caller, -1);
        reject(signal.reason);
      };
      signal.addEventListener('abort', abort, { once: true });
      try {
        return await promise;
      } finally {
        signal.removeEventListener('abort', abort);
      }
    },
  };
}
