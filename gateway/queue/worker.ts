import { setTimeout as sleep } from 'node:timers/promises';
import type { Claim, Item, Queue } from './queue.ts';

/** Milliseconds after which an item is given to another worker. */
const LEASE = 60_000;
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
  const round = async (): Promise<number> => {
    const claims = await queue.claim(AT_ONCE, LEASE);
    await Promise.all(claims.map(work));
    return claims.length > 0 ? 0 : ((await queue.nextDue()) ?? LOOK_EVERY);
  };
  const loop = async () => {
    while (!closing.signal.aborted) {
      woken = new AbortController();
      const wait = await round().catch((error: unknown) => {
        onTrouble(error);
        return LOOK_EVERY;
      });
      if (wait === 0) continue;
      const end = AbortSignal.any([woken.signal, closing.signal]);
      await sleep(Math.min(wait, LOOK_EVERY), undefined, { signal: end, ref: false }).catch(() => {});
    }
  };
  const looping = loop();

  return {
    wake: () => woken.abort(),
    async close() {
      closing.abort();
      await looping;
    },
  };
}

const messageOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).slice(0, 500);
