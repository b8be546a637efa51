import { setTimeout as sleep } from 'node:timers/promises';
import PQueue from 'p-queue';
import { UpstreamError } from '../../core/errors.ts';

/** Sends requests to Mux one after another, within the account's rate limit and in the order of their urgency. */
export interface RequestScheduler {
  /**
   * @throws UpstreamError `UPSTREAM_THROTTLED` without sending while Mux asks for a pause, or when too many requests wait;
   * the signal's reason when it aborts while the request waits
   */
  run<T>(urgency: Urgency, request: () => Promise<T>): Promise<T>;
}

/** Who waits: a reader, the gateway itself, or a client that has sent an id which may not exist. */
export type Urgency = 'reader' | 'background' | 'unknownId';

/** Mux lets an account read 5 times a second; the fifth is left to the team's other programs. */
const REQUESTS_PER_SECOND = 4;
const INTERVAL_MS = 1000 / REQUESTS_PER_SECOND;
/** No reader waits as long as this for another process's requests. */
const MAX_RESERVATION_MS = 5_000;
/** The pause after a 429 without `Retry-After`. */
const DEFAULT_PAUSE_SECONDS = 2;
/** Higher priorities go first. Ids that clients make up leave room in the queue for all other requests. */
const QUEUE: Readonly<Record<Urgency, { readonly priority: number; readonly maxWaiting: number }>> = {
  reader: { priority: 2, maxWaiting: 200 },
  background: { priority: 1, maxWaiting: 200 },
  unknownId: { priority: 0, maxWaiting: 50 },
};

/**
 * Reserves the next request among all processes that share the account.
 * @param interval milliseconds between two requests
 * @returns milliseconds until the request may be sent
 */
export type ReserveSlot = (interval: number) => Promise<number>;

/**
 * Creates the scheduler of one account.
 * @param reserveSlot absent when no other process uses the account
 * @param signal rejects all waiting requests when it aborts
 */
export function createRequestScheduler(
  reserveSlot: ReserveSlot | undefined,
  signal: AbortSignal,
): RequestScheduler {
  // Reservations are made one at a time, so that priorities count until the last moment.
  const queue = new PQueue({ concurrency: 1, intervalCap: 1, interval: INTERVAL_MS, strict: true });
  let pausedUntil = 0;
  const rejectWhilePaused = () => {
    const left = (pausedUntil - performance.now()) / 1000;
    if (left > 0) throw throttled('Mux asked for a pause', Math.ceil(left));
  };
  const reserve = async () => {
    rejectWhilePaused();
    // Without an answer from the others this process keeps to its own rate.
    const wait = await reserveSlot?.(INTERVAL_MS).catch(() => 0);
    if (wait) await sleep(Math.min(wait, MAX_RESERVATION_MS));
  };

  return {
    async run(urgency, request) {
      rejectWhilePaused();
      const { priority, maxWaiting } = QUEUE[urgency];
      if (queue.size >= maxWaiting) throw throttled(`${maxWaiting} requests wait already`);
      await queue.add(reserve, { priority, signal });
      rejectWhilePaused();
      try {
        return await request();
      } catch (error) {
        if (isThrottled(error)) {
          const { retryAfter } = error.extensions;
          const seconds = typeof retryAfter === 'number' ? retryAfter : DEFAULT_PAUSE_SECONDS;
          pausedUntil = performance.now() + seconds * 1000;
        }
        throw error;
      }
    },
  };
}

const isThrottled = (error: unknown): error is UpstreamError =>
  error instanceof UpstreamError && error.extensions.code === 'UPSTREAM_THROTTLED';

const throttled = (why: string, retryAfter?: number): UpstreamError =>
  new UpstreamError('media', 'UPSTREAM_THROTTLED', new Error(why), retryAfter);
