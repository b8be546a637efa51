import { createKeyedAmounts } from '../../core/keyedAmounts.ts';
import { createFairQueue } from '../scheduling/fairQueue.ts';

/** Limits concurrent calls, and shares the slots and the queue fairly among callers. */
export interface FairBulkhead {
  /**
   * Runs a call as soon as a slot is free. Waiting callers take turns.
   * @param caller any name; calls with the same name share their turns
   * @param signal ends the wait, not the call
   * @throws BulkheadFull, CallerQueueFull, the reason of `signal`, and what the call throws
   */
  run<T>(caller: string, signal: AbortSignal, call: () => Promise<T>): Promise<T>;
}

interface BulkheadOptions {
  readonly maxConcurrent: number;
  readonly maxQueued: number;
  /** Receives the number of waiting calls whenever it changes. */
  readonly onQueueChanged?: (length: number) => void;
}

/** The queue is full. */
export class BulkheadFull extends Error {
  override readonly name = 'BulkheadFull';
}

/** The caller's share of the queue is full. */
export class CallerQueueFull extends Error {
  override readonly name = 'CallerQueueFull';
  /** Number of calls of this caller that wait. */
  readonly waiting: number;
  constructor(waiting: number) {
    super(`expected a free slot in the caller's share of the queue, got ${waiting} waiting calls`);
    this.waiting = waiting;
  }
}

interface WaitingCall {
  readonly caller: string;
  start(): void;
}

/** Creates a bulkhead without running calls. */
export function createFairBulkhead({
  maxConcurrent,
  maxQueued,
  onQueueChanged = () => {},
}: BulkheadOptions): FairBulkhead {
  const slots = createSharedSlots(maxConcurrent);
  const queueSlots = createSharedSlots(maxQueued);
  const waiting = createFairQueue<WaitingCall>();

  const wait = async (caller: string, signal: AbortSignal): Promise<void> => {
    if (waiting.size >= maxQueued)
      throw new BulkheadFull(`expected at most ${maxQueued} waiting calls, got more`);
    if (!queueSlots.hasFreeSlot(caller)) throw new CallerQueueFull(queueSlots.takenBy(caller));
    const { promise: turn, resolve: start, reject } = Promise.withResolvers<void>();
    const call: WaitingCall = { caller, start };
    waiting.push(caller, call);
    queueSlots.take(caller);
    onQueueChanged(waiting.size);
    const abort = () => {
      // The call may have got its slot at the same time.
      if (!waiting.remove(caller, call)) return;
      leaveQueue(caller);
      reject(signal.reason);
    };
    signal.addEventListener('abort', abort, { once: true });
    try {
      await turn;
    } finally {
      signal.removeEventListener('abort', abort);
    }
  };
  const leaveQueue = (caller: string) => {
    queueSlots.release(caller);
    onQueueChanged(waiting.size);
  };
  /** Gives free slots to waiting calls. A caller without a slot for another call keeps its turn. */
  const startWaiting = () => {
    for (let call = waiting.shift(slots.hasFreeSlot); call; call = waiting.shift(slots.hasFreeSlot)) {
      slots.take(call.caller);
      leaveQueue(call.caller);
      call.start();
    }
  };

  return {
    async run(caller, signal, call) {
      signal.throwIfAborted();
      // Waiting callers are not overtaken: they have no slot either.
      if (slots.hasFreeSlot(caller)) slots.take(caller);
      else await wait(caller, signal);
      try {
        return await call();
      } finally {
        slots.release(caller);
        startWaiting();
      }
    },
  };
}

/**
 * A caller takes another slot while it has less than this many times the free slots. Alone it gets three quarters, so
 * the next caller finds a free slot at once. The rule is that of dynamic thresholds for shared buffers (Choudhury and
 * Hahne, 1998).
 */
const TAKEN_PER_FREE_SLOT = 3;

/** A fixed number of slots that callers share. */
interface SharedSlots {
  /** Returns whether the caller may take another slot. */
  hasFreeSlot(caller: string): boolean;
  take(caller: string): void;
  release(caller: string): void;
  takenBy(caller: string): number;
}

function createSharedSlots(size: number): SharedSlots {
  const byCaller = createKeyedAmounts();
  let taken = 0;
  const add = (caller: string, slots: 1 | -1) => {
    taken += slots;
    byCaller.add(caller, slots);
  };
  return {
    hasFreeSlot: (caller) => byCaller.of(caller) < TAKEN_PER_FREE_SLOT * (size - taken),
    take: (caller) => add(caller, 1),
    release: (caller) => add(caller, -1),
    takenBy: byCaller.of,
  };
}
