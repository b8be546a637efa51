import { setTimeout as sleep } from 'node:timers/promises';
import Bottleneck from 'bottleneck';
import { UpstreamError } from '../errors.ts';

/** Runs requests one after another, no faster than the account may; those that readers wait for come first. */
export interface Pace {
  /** @throws UpstreamError `UPSTREAM_THROTTLED` without asking while Mux wants no requests, or when too many wait. */
  run<T>(urgency: Urgency, request: () => Promise<T>): Promise<T>;
}

export type Urgency = 'asked' | 'background';

/** Mux lets an account read 5 times a second; the fifth is left to the team's other programs. */
const PER_SECOND = 4;
/** More than this many waiting could not be answered in any reader's patience. */
const MOST_WAITING = 200;
/** Milliseconds that a place is waited for at most, whatever is said of it. */
const LONGEST_TURN = 5_000;
/** Seconds without requests after a refusal that names none. */
const DEFAULT_PAUSE = 2;
/** Bottleneck's priorities: less is sooner. */
const PRIORITY: Readonly<Record<Urgency, number>> = { asked: 3, background: 7 };

/** Milliseconds between two requests. */
const INTERVAL = 1000 / PER_SECOND;

/**
 * Takes the next place in the order of all requests of an account, whichever process makes them.
 * @param interval milliseconds between two places
 * @returns milliseconds until it has come
 */
export type TakePlace = (interval: number) => Promise<number>;

/** A pace for one account. Processes that share a `takePlace` are counted together. */
export function createPace(takePlace?: TakePlace): Pace {
  // A place at a time: who comes first in this process is decided when there is one.
  const limiter = new Bottleneck({
    minTime: INTERVAL,
    maxConcurrent: 1,
    highWater: MOST_WAITING,
    strategy: Bottleneck.strategy.OVERFLOW,
    rejectOnDrop: true,
  });
  let pausedUntil = 0;
  const refuseWhilePaused = () => {
    const left = (pausedUntil - performance.now()) / 1000;
    if (left > 0) throw throttled('Mux asked for a pause', Math.ceil(left));
  };

  const pauseWhenRefused = <T>(request: () => Promise<T>): Promise<T> =>
    request().catch((error: unknown) => {
      if (isThrottled(error)) {
        const { retryAfter } = error.extensions;
        pausedUntil =
          performance.now() + (typeof retryAfter === 'number' ? retryAfter : DEFAULT_PAUSE) * 1000;
      }
      throw error;
    });

  return {
    async run(urgency, request) {
      refuseWhilePaused();
      try {
        await limiter.schedule({ priority: PRIORITY[urgency] }, async () => {
          refuseWhilePaused();
          // Without the others' word this process keeps to its own pace.
          const wait = await takePlace?.(INTERVAL).catch(() => 0);
          if (wait) await sleep(Math.min(wait, LONGEST_TURN));
        });
        refuseWhilePaused();
        return await pauseWhenRefused(request);
      } catch (error) {
        if (error instanceof Bottleneck.BottleneckError)
          throw throttled(`${MOST_WAITING} requests wait already`);
        throw error;
      }
    },
  };
}

const isThrottled = (error: unknown): error is UpstreamError =>
  error instanceof UpstreamError && error.extensions.code === 'UPSTREAM_THROTTLED';

const throttled = (why: string, retryAfter?: number): UpstreamError =>
  new UpstreamError('media', 'UPSTREAM_THROTTLED', new Error(why), retryAfter);
