/**
 * Returns the second at which a film starts that is requested to start at a time: a time at or after its end is none of
 * the film, which then starts at 0.
 * @param duration in seconds; null while unknown
 */
export const startWithin = (seconds: number | null, duration: number | null): number | null =>
  seconds !== null && duration !== null && seconds >= duration ? 0 : seconds;
