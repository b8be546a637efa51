/** Holds a number between two bounds. */
export function clamp(value: number, low = 0, high = 1): number {
  return Math.min(high, Math.max(low, value));
}

/** The point between `from` and `to` at `share` (0 to 1, not held). */
export function mix(from: number, to: number, share: number): number {
  return from + (to - from) * share;
}

/**
 * A passage from 0 to 1 between two moments whose speed and acceleration are nought at both (Perlin's fifth-degree
 * polynomial): nothing in a film starts or stops with a jerk.
 */
export function ease(time: number, begin: number, end: number): number {
  const s = clamp((time - begin) / (end - begin));
  return s * s * s * (s * (s * 6 - 15) + 10);
}

/** 1 inside a stretch of time, rising over `attack` before and falling over `release` seconds at its end. */
export function swell(time: number, begin: number, attack: number, end: number, release: number): number {
  return ease(time, begin, begin + attack) * (1 - ease(time, end - release, end));
}
