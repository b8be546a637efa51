import { afterPaint } from '../../ui/afterPaint.ts';

/** How often something may be asked while it changes, in milliseconds. */
export interface Pace {
  /** A change after so long a rest is asked as soon as it is painted; within it, the last of a burst is asked when the burst pauses. */
  rest: number;
  /** So long at most does a burst keep an answer waiting. */
  atMost: number;
}

/**
 * Hands on values that come in bursts: the first as soon as it is painted, then the latest whenever the burst pauses or has lasted too
 * long. Nothing is handed on after `stop`.
 */
export const paced = <T>(run: (value: T) => void, { rest, atMost }: Pace) => {
  let callOff = () => {};
  let ranAt = Number.NEGATIVE_INFINITY;
  let cameAt = Number.NEGATIVE_INFINITY;
  const stop = () => callOff();
  const hand = (value: T) => {
    stop();
    ranAt = Date.now();
    run(value);
  };
  return {
    offer: (value: T) => {
      const now = Date.now();
      const rested = now - cameAt >= rest;
      cameAt = now;
      stop();
      if (rested) {
        callOff = afterPaint(() => hand(value));
        return;
      }
      const timer = setTimeout(() => hand(value), Math.max(0, Math.min(rest, ranAt + atMost - now)));
      callOff = () => clearTimeout(timer);
    },
    stop,
  };
};
