import { clamp } from '../canvas/motion.ts';

/** A closed rope at one moment: x, y, z of its points one after another, and its radius in the same unit. */
export interface Rope {
  readonly points: Float64Array;
  readonly radius: number;
}

/** How many points describe a rope. */
export const ROPE_POINTS = 360;

/**
 * A closed curve of three swings, x = cos(3t + 0.7), z = cos(2t + 0.2), y = depth · cos(7t): with some depth it is a
 * Lissajous knot (M. Bogle, J. Hearst, V. Jones and L. Stoilov, "Lissajous knots", 1994).
 * @param depth how far the third swing goes, 0 to 1
 * @param drift added to the phase of the first swing, as when it is a little out of tune
 */
export function lissajousCurve(depth: number, drift: number): Float64Array {
  const points = new Float64Array(ROPE_POINTS * 3);
  for (let i = 0; i < ROPE_POINTS; i++) {
    const t = (2 * Math.PI * i) / ROPE_POINTS;
    points[i * 3] = WIDE * Math.cos(3 * t + 0.7 + drift);
    points[i * 3 + 1] = depth * Math.cos(7 * t);
    points[i * 3 + 2] = Math.cos(2 * t + 0.2);
  }
  return points;
}

/** The first swing goes farther than the second, as the picture is wider than high. */
const WIDE = 1.5;

/**
 * Pulls a rope tight, stage by stage: at each it has grown a little thicker, is shortened as a stretched band would be,
 * and is pushed apart wherever it touches itself, so that it never passes through itself.
 * @param start the curve, whose knot is kept
 * @param radii the rope's radius at each stage
 * @returns the rope at each stage, the first as given
 */
export function tighten(start: Float64Array, radii: readonly number[]): Rope[] {
  const points = start.slice();
  return radii.map((radius, stage) => {
    if (stage > 0)
      for (let round = 0; round < ROUNDS; round++) {
        shorten(points);
        for (let pass = 0; pass < 3; pass++) pushApart(points, radius);
      }
    return { points: points.slice(), radius };
  });
}

const ROUNDS = 5;
const PULL = 0.22;

function shorten(points: Float64Array): void {
  const before = points.slice();
  const n = before.length;
  for (let i = 0; i < n; i++)
    points[i] = before[i]! + PULL * ((before[(i + n - 3) % n]! + before[(i + 3) % n]!) / 2 - before[i]!);
}

function pushApart(points: Float64Array, radius: number): void {
  const n = ROPE_POINTS;
  let length = 0;
  for (let i = 0; i < n; i++) length += gap(points, i, (i + 1) % n);
  // Along the rope, points nearer than a tight half turn are the same strand and may be close.
  const apart = Math.max(3, Math.ceil((Math.PI * radius * n) / length));
  for (let i = 0; i < n; i++)
    for (let j = i + apart; j < Math.min(n, i + n - apart + 1); j++) {
      const away = gap(points, i, j);
      if (away >= 2 * radius) continue;
      const share = (0.5 * (2 * radius - away)) / (away + 1e-9);
      const push = clamp(share, 0, 0.5) * 0.5;
      for (let k = 0; k < 3; k++) {
        const off = (points[i * 3 + k]! - points[j * 3 + k]!) * push;
        points[i * 3 + k] = points[i * 3 + k]! + off;
        points[j * 3 + k] = points[j * 3 + k]! - off;
      }
    }
}

function gap(points: Float64Array, i: number, j: number): number {
  const x = points[i * 3]! - points[j * 3]!;
  const y = points[i * 3 + 1]! - points[j * 3 + 1]!;
  const z = points[i * 3 + 2]! - points[j * 3 + 2]!;
  return Math.sqrt(x * x + y * y + z * z);
}
