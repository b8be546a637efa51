import { setTimeout as sleep } from 'node:timers/promises';
import PQueue from 'p-queue';
import { UpstreamError } from '../../core/errors.ts';

/** Sends requests to Mux one after another, by priority and within the account's rate limit. */
export interface RequestScheduler {
  /**
   * @throws UpstreamError `UPSTREAM_THROTTLED` without a request during the pause after a 429, or if too many requests wait;
   * the signal's reason when it aborts while the request waits
   */
  run<T>(priority: RequestPriority, request: () => Promise<T>): Promise<T>;
}

/** `foreground` reads have a client that waits, `background` reads have none, `unknownId` is for ids from clients, which may not exist. */
export type RequestPriority = 'foreground' | 'background' | 'unknownId';

/** Mux allows an account 5 reads a second; one is reserved for other programs. */
const REQUESTS_PER_SECOND = 4;
const REQUEST_INTERVAL_MS = 1000 / REQUESTS_PER_SECOND;
/** Limits the wait for requests of other processes. */
const MAX_RESERVATION_MS = 5_000;
/** The pause after a 429 without `Retry-After`. */
const DEFAULT_PAUSE_SECONDS = 2;
/** Higher numbers go first. The low limit for unknown ids keeps the queue open for other requests. */
const QUEUE_LIMITS: Readonly<
  Record<RequestPriority, { readonly rank: number; readonly maxWaiting: number }>
> = {
  foreground: { rank: 2, maxWaiting: 200 },
  background: { rank: 1, maxWaiting: 200 },
  unknownId: { rank: 0, maxWaiting: 50 },
};

/**
 * Reserves the next request slot among all processes that share the account.
 * @returns milliseconds until the request may be sent
 */
export type ReserveSlot = (intervalMs: number) => Promise<number>;

/**
 * Creates the scheduler of one account.
 * @param reserveSlot undefined if no other process uses the account
 * @param signal rejects all waiting requests when it aborts
 * @param intervalMs time between the starts of two requests
 */
export function createRequestScheduler(
  reserveSlot: ReserveSlot | undefined,
  signal: AbortSignal,
  intervalMs = REQUEST_INTERVAL_MS,
): RequestScheduler {
  // Slots are reserved one at a time, so that a late request with a high priority goes first.
  const queue = new PQueue({ concurrency: 1, intervalCap: 1, interval: intervalMs, strict: true });
  let pausedUntil = 0;
  const rejectWhilePaused = () => {
    const leftSeconds = (pausedUntil - performance.now()) / 1000;
    if (leftSeconds > 0) throw throttled('requests are paused after a 429 from Mux', Math.ceil(leftSeconds));
  };
  const reserve = async () => {
    rejectWhilePaused();
    // While the shared store is unavailable, only the requests of this process are limited.
    const waitMs = await reserveSlot?.(intervalMs).catch(() => 0);
    if (waitMs) await sleep(Math.min(waitMs, MAX_RESERVATION_MS));
  };

  return {
    async run(priority, request) {
      rejectWhilePaused();
      const { rank, maxWaiting } = QUEUE_LIMITS[priority];
      if (queue.size >= maxWaiting)
        throw throttled(`expected at most ${maxWaiting} waiting requests, got another`);
      await queue.add(reserve, { priority: rank, signal });
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

const throttled = (reason: string, retryAfter?: number): UpstreamError =>
  new UpstreamError('media', 'UPSTREAM_THROTTLED', new Error(reason), retryAfter);
