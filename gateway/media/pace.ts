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
/** Seconds without requests after a refusal that names none. */
const DEFAULT_PAUSE = 2;
/** Bottleneck's priorities: less is sooner. */
const PRIORITY: Readonly<Record<Urgency, number>> = { asked: 3, background: 7 };

/** A pace for one account. Requests of several processes are not counted together. */
export function createPace(): Pace {
  const limiter = new Bottleneck({
    minTime: 1000 / PER_SECOND,
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
        return await limiter.schedule({ priority: PRIORITY[urgency] }, () => {
          refuseWhilePaused();
          return pauseWhenRefused(request);
        });
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
