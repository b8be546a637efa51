/**
 * Returns the second at which a film starts: the requested one, or 0 if that is not before the end of the film.
 * @param seconds the requested time; null if there is none
 * @param duration in seconds; null while unknown
 */
export const startWithin = (seconds: number | null, duration: number | null): number | null =>
  seconds !== null && duration !== null && seconds >= duration ? 0 : seconds;
