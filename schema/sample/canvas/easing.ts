/** Limits a number to the range from `low` to `high`. */
export function clamp(value: number, low = 0, high = 1): number {
  return Math.min(high, Math.max(low, value));
}

/** Interpolates linearly between `from` and `to`; `share` is not clamped. */
export function mix(from: number, to: number, share: number): number {
  return from + (to - from) * share;
}

/**
 * Returns a smooth step from 0 to 1 between two times. Its speed and acceleration are 0 at both ends (fifth-degree
 * polynomial of Ken Perlin).
 */
export function ease(time: number, begin: number, end: number): number {
  const s = clamp((time - begin) / (end - begin));
  return s * s * s * (s * (s * 6 - 15) + 10);
}

/**
 * Returns an envelope: it rises over `attack` seconds from `begin` and falls over the last `release` seconds before
 * `end`.
 */
export function envelope(time: number, begin: number, attack: number, end: number, release: number): number {
  return ease(time, begin, begin + attack) * (1 - ease(time, end - release, end));
}
