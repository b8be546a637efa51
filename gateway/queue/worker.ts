import { setTimeout as sleep } from 'node:timers/promises';
import type { Claim, Item, Queue } from './queue.ts';

/** Milliseconds after which the item of a worker that died is given to another; who lives holds on to it. */
const LEASE = 10_000;
const HOLD_EVERY = LEASE / 4;
/** Items worked at side by side. */
const AT_ONCE = 16;
/** Milliseconds between two looks at a queue to which another process may have added. */
const LOOK_EVERY = 1000;
/** Milliseconds after the first, second, … failure; after the last the item is given up. Some seven hours in all. */
const DELAYS: readonly number[] = [
  250, 1_000, 5_000, 20_000, 60_000, 300_000, 1_200_000, 3_600_000, 7_200_000, 14_400_000,
];

/** Thrown by a handler when it is of no use to try again. */
export class GivenUp extends Error {}

/** Works off a queue in the background. */
export interface Worker {
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
  onTrouble(error: unknown): void;
  readonly delays?: readonly number[];
}

/** Begins to work off a queue, several items side by side, each at least once. */
export function createWorker({
  queue,
  handle,
  onFailure,
  onTrouble,
  delays = DELAYS,
}: WorkerOptions): Worker {
  const closing = new AbortController();
  let woken = new AbortController();
  const running = new Map<Claim, Promise<void>>();

  const work = async (claim: Claim) => {
    try {
      await handle(claim);
      await queue.complete(claim);
    } catch (error) {
      const delay = error instanceof GivenUp ? null : (delays[claim.attempts] ?? null);
      onFailure(claim, error, delay === null);
      await queue.fail(claim, messageOf(error), delay);
    }
  };
  const begin = (claim: Claim) => {
    const done = work(claim)
      .catch(onTrouble)
      .finally(() => {
        running.delete(claim);
        woken.abort();
      });
    running.set(claim, done);
  };
  /** Takes what is due as far as there are hands. @returns milliseconds until there may be more */
  const take = async (): Promise<number> => {
    const free = AT_ONCE - running.size;
    if (free === 0) return LOOK_EVERY;
    const claims = await queue.claim(free, LEASE);
    for (const claim of claims) begin(claim);
    return claims.length === free ? 0 : ((await queue.nextDue()) ?? LOOK_EVERY);
  };
  const loop = async () => {
    while (!closing.signal.aborted) {
      woken = new AbortController();
      const wait = await take().catch((error: unknown) => {
        onTrouble(error);
        return LOOK_EVERY;
      });
      const end = AbortSignal.any([woken.signal, closing.signal]);
      await sleep(Math.min(wait, LOOK_EVERY), undefined, { signal: end, ref: false }).catch(() => {});
    }
  };
  const holding = setInterval(() => {
    for (const claim of running.keys()) queue.extend(claim, LEASE).catch(onTrouble);
  }, HOLD_EVERY).unref();
  const looping = loop();

  return {
    wake: () => woken.abort(),
    async close() {
      closing.abort();
      await looping;
      await Promise.all(running.values());
      clearInterval(holding);
    },
  };
}

const messageOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).slice(0, 500);
