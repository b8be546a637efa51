import { pause } from '../../scheduling/pause.ts';
import type { Claim, Item, Queue } from './queue.ts';

/** Lease of a claimed item: after a crash another processor claims it. Running items extend it. */
const LEASE_MS = 10_000;
const EXTEND_INTERVAL_MS = LEASE_MS / 4;
const MAX_CONCURRENT_ITEMS = 16;
/** Another process may add to the queue, so it is polled. */
const POLL_INTERVAL_MS = 1000;
/** Delays after the first, second, … failure, about seven hours in all; after the last the item is dead-lettered. */
const RETRY_DELAYS_MS: readonly number[] = [
  250, 1_000, 5_000, 20_000, 60_000, 300_000, 1_200_000, 3_600_000, 7_200_000, 14_400_000,
];

/** Thrown by a handler when a retry is of no use. */
export class NonRetryableError extends Error {}

/** Processes the items of a queue in the background. */
export interface QueueProcessor {
  start(): void;
  /** Checks the queue now. */
  checkNow(): void;
  /** Ends after the items in progress. */
  close(): Promise<void>;
}

export interface QueueProcessorOptions {
  readonly queue: Queue;
  /** Processes one item; an error is stored with the item, which is retried later. */
  handle(item: Item): Promise<void>;
  /** Called for every failure. @param isLastAttempt true if the item is dead-lettered */
  onFailure(item: Item, error: unknown, isLastAttempt: boolean): void;
  /** Called when the queue itself fails. */
  onError(error: unknown): void;
  readonly retryDelaysMs?: readonly number[];
}

/** Processes a queue, several items at a time, each at least once. `start` begins. */
export function createQueueProcessor({
  queue,
  handle,
  onFailure,
  onError,
  retryDelaysMs = RETRY_DELAYS_MS,
}: QueueProcessorOptions): QueueProcessor {
  const closing = new AbortController();
  let woken = new AbortController();
  const running = new Map<Claim, Promise<void>>();

  const work = async (claim: Claim) => {
    try {
      await handle(claim);
      await queue.complete(claim);
    } catch (error) {
      const delayMs = error instanceof NonRetryableError ? null : (retryDelaysMs[claim.attempts] ?? null);
      onFailure(claim, error, delayMs === null);
      await queue.fail(claim, messageOf(error), delayMs);
    }
  };
  const processClaim = (claim: Claim) => {
    const done = work(claim)
      .catch(onError)
      .finally(() => {
        running.delete(claim);
        woken.abort();
      });
    running.set(claim, done);
  };
  /** Claims due items up to the concurrency limit. @returns milliseconds until the next check */
  const claimDue = async (): Promise<number> => {
    const free = MAX_CONCURRENT_ITEMS - running.size;
    if (free === 0) return POLL_INTERVAL_MS;
    const claims = await queue.claim(free, LEASE_MS);
    for (const claim of claims) processClaim(claim);
    return claims.length === free ? 0 : ((await queue.nextDue()) ?? POLL_INTERVAL_MS);
  };
  const loop = async () => {
    while (!closing.signal.aborted) {
      woken = new AbortController();
      const wait = await claimDue().catch((error: unknown) => {
        onError(error);
        return POLL_INTERVAL_MS;
      });
      const end = AbortSignal.any([woken.signal, closing.signal]);
      await pause(Math.min(wait, POLL_INTERVAL_MS), end);
    }
  };
  let extending: NodeJS.Timeout | undefined;
  let looping: Promise<void> | undefined;

  return {
    start() {
      looping ??= loop();
      extending ??= setInterval(() => {
        for (const claim of running.keys()) queue.extend(claim, LEASE_MS).catch(onError);
      }, EXTEND_INTERVAL_MS).unref();
    },
    checkNow: () => woken.abort(),
    async close() {
      closing.abort();
      await looping;
      await Promise.all(running.values());
      clearInterval(extending);
    },
  };
}

const messageOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).slice(0, 500).toWellFormed();
