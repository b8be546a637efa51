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
    super(`expected a free place in the caller's share of the queue, got ${waiting} waiting calls`);
    this.waiting = waiting;
  }
}

type Start = () => void;

/** Creates a bulkhead without running calls. */
export function createFairBulkhead({
  maxConcurrent,
  maxQueued,
  onQueueChanged = () => {},
}: BulkheadOptions): FairBulkhead {
  const slots = createSharedPlaces(maxConcurrent);
  const queuePlaces = createSharedPlaces(maxQueued);
  /** Waiting calls by caller, in the order of the callers' turns. */
  const queues = new Map<string, Set<Start>>();

  const leaveQueue = (caller: string, queue: Set<Start>, start: Start) => {
    queue.delete(start);
    if (queue.size === 0) queues.delete(caller);
    queuePlaces.release(caller);
    onQueueChanged(queuePlaces.taken());
  };
  const wait = async (caller: string, signal: AbortSignal): Promise<void> => {
    if (queuePlaces.taken() >= maxQueued)
      throw new BulkheadFull(`expected at most ${maxQueued} waiting calls, got more`);
    if (!queuePlaces.hasPlace(caller)) throw new CallerQueueFull(queuePlaces.takenBy(caller));
    const { promise: turn, resolve: start, reject } = Promise.withResolvers<void>();
    const queue = queues.get(caller) ?? new Set();
    queues.set(caller, queue.add(start));
    queuePlaces.take(caller);
    onQueueChanged(queuePlaces.taken());
    const abort = () => {
      // The call may have got its slot at the same time.
      if (!queue.has(start)) return;
      leaveQueue(caller, queue, start);
      reject(signal.reason);
    };
    signal.addEventListener('abort', abort, { once: true });
    try {
      await turn;
    } finally {
      signal.removeEventListener('abort', abort);
    }
  };
  /** Gives free slots to waiting calls. A caller without a place for another call keeps its turn. */
  const startWaiting = () => {
    for (let next = nextCaller(); next; next = nextCaller()) {
      const [caller, queue] = next;
      const [start] = queue as Set<Start>;
      slots.take(caller);
      leaveQueue(caller, queue, start as Start);
      // The next turn of this caller follows the turns of all others.
      if (queues.delete(caller)) queues.set(caller, queue);
      start?.();
    }
  };
  const nextCaller = () => {
    for (const waiting of queues) if (slots.hasPlace(waiting[0])) return waiting;
    return undefined;
  };

  return {
    async run(caller, signal, call) {
      signal.throwIfAborted();
      // Overtakes nobody: whoever waits has no place either.
      if (slots.hasPlace(caller)) slots.take(caller);
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
 * A caller takes another place while it has less than this many times the free places. Alone it gets three quarters, so
 * the next caller finds a free place at once. The rule is that of dynamic thresholds for shared buffers (Choudhury and
 * Hahne, 1998).
 */
const TAKEN_PER_FREE_PLACE = 3;

/** A fixed number of places that callers share. */
interface SharedPlaces {
  /** Returns whether the caller may take another place. */
  hasPlace(caller: string): boolean;
  take(caller: string): void;
  release(caller: string): void;
  takenBy(caller: string): number;
  taken(): number;
}

function createSharedPlaces(size: number): SharedPlaces {
  const byCaller = new Map<string, number>();
  let taken = 0;
  const takenBy = (caller: string) => byCaller.get(caller) ?? 0;
  const add = (caller: string, places: 1 | -1) => {
    taken += places;
    const total = takenBy(caller) + places;
    if (total === 0) byCaller.delete(caller);
    else byCaller.set(caller, total);
  };
  return {
    hasPlace: (caller) => takenBy(caller) < TAKEN_PER_FREE_PLACE * (size - taken),
    take: (caller) => add(caller, 1),
    release: (caller) => add(caller, -1),
    takenBy,
    taken: () => taken,
  };
}
