/** How often something may be asked while it changes, in milliseconds. */
export interface Pace {
  /** A change after so long a rest is asked at once; within it, the last of a burst is asked when the burst pauses. */
  rest: number;
  /** So long at most does a burst keep an answer waiting. */
  atMost: number;
}

/**
 * Hands on values that come in bursts: the first at once, then the latest whenever the burst pauses or has lasted too
 * long. Nothing is handed on after `stop`.
 */
export const paced = <T>(run: (value: T) => void, { rest, atMost }: Pace) => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let ranAt = Number.NEGATIVE_INFINITY;
  let cameAt = Number.NEGATIVE_INFINITY;
  const stop = () => clearTimeout(timer);
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
      if (rested) hand(value);
      else timer = setTimeout(() => hand(value), Math.max(0, Math.min(rest, ranAt + atMost - now)));
    },
    stop,
  };
};
