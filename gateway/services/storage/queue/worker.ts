import { setTimeout as sleep } from 'node:timers/promises';
import type { Claim, Item, Queue } from './queue.ts';

/** Milliseconds after which the item of a worker that died is given to another; who lives holds on to it. */
const LEASE_MS = 10_000;
const EXTEND_INTERVAL_MS = LEASE_MS / 4;
/** Items worked at side by side. */
const MAX_CONCURRENT_ITEMS = 16;
/** Milliseconds between two looks at a queue to which another process may have added. */
const POLL_INTERVAL_MS = 1000;
/** Milliseconds after the first, second, … failure; after the last the item is given up. Some seven hours in all. */
const RETRY_DELAYS_MS: readonly number[] = [
  250, 1_000, 5_000, 20_000, 60_000, 300_000, 1_200_000, 3_600_000, 7_200_000, 14_400_000,
];

/** Thrown by a handler when it is of no use to try again. */
export class NonRetryableError extends Error {}

/** Processes the items of a queue in the background. */
export interface Worker {
  start(): void;
  /** Looks at the queue now: something has been added. */
  wake(): void;
  /** Ends after the items that are being worked at. */
  close(): Promise<void>;
}

export interface WorkerOptions {
  readonly queue: Queue;
  /** Works at one item; what it throws is kept with the item, and it is tried again later. */
  handle(item: Item): Promise<void>;
  /** Told of every failure, with whether it was the last. */
  onFailure(item: Item, error: unknown, givenUp: boolean): void;
  /** Told when the queue itself cannot be used. */
  onError(error: unknown): void;
  readonly retryDelaysMs?: readonly number[];
}

/** Processes a queue, several items at a time, each at least once. `start` begins. */
export function createWorker({
  queue,
  handle,
  onFailure,
  onError,
  retryDelaysMs = RETRY_DELAYS_MS,
}: WorkerOptions): Worker {
  const closing = new AbortController();
  let woken = new AbortController();
  const running = new Map<Claim, Promise<void>>();

  const work = async (claim: Claim) => {
    try {
      await handle(claim);
      await queue.complete(claim);
    } catch (error) {
      const delay = error instanceof NonRetryableError ? null : (retryDelaysMs[claim.attempts] ?? null);
      onFailure(claim, error, delay === null);
      await queue.fail(claim, messageOf(error), delay);
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
  /** Takes what is due as far as there are hands. @returns milliseconds until there may be more */
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
      await sleep(Math.min(wait, POLL_INTERVAL_MS), undefined, { signal: end, ref: false }).catch(() => {});
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
    wake: () => woken.abort(),
    async close() {
      closing.abort();
      await looping;
      await Promise.all(running.values());
      clearInterval(extending);
    },
  };
}

const messageOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).slice(0, 500);
