import { clamp } from '../canvas/easing.ts';

/** A closed rope: x, y, z of its points in turn, and its radius in the same unit. */
export interface Rope {
  readonly points: Float64Array;
  readonly radius: number;
}

/** The number of points of a rope. */
export const ROPE_POINTS = 360;

/**
 * Returns the closed curve x = cos(3t + 0.7), z = cos(2t + 0.2), y = depth · cos(7t). With enough depth it is a
 * Lissajous knot (M. Bogle, J. Hearst, V. Jones and L. Stoilov, "Lissajous knots", 1994).
 * @param depth the amplitude of the third oscillation, 0 to 1
 * @param drift an offset of the phase of the first oscillation, as from a slight detuning
 */
export function lissajousCurve(depth: number, drift: number): Float64Array {
  const points = new Float64Array(ROPE_POINTS * 3);
  for (let i = 0; i < ROPE_POINTS; i++) {
    const t = (2 * Math.PI * i) / ROPE_POINTS;
    points[i * 3] = FIRST_AMPLITUDE * Math.cos(3 * t + 0.7 + drift);
    points[i * 3 + 1] = depth * Math.cos(7 * t);
    points[i * 3 + 2] = Math.cos(2 * t + 0.2);
  }
  return points;
}

/** The amplitude of the first oscillation, because the image is wider than high. */
const FIRST_AMPLITUDE = 1.5;

/**
 * Tightens a rope in stages. In each stage it gets thicker, is shortened like an elastic band, and is pushed apart
 * where it touches itself, so that it never passes through itself and its knot type stays.
 * @param start the curve
 * @param radii the radius of the rope at each stage
 * @returns the rope at each stage, beginning with the given one
 */
export function tighten(start: Float64Array, radii: readonly number[]): Rope[] {
  const points = start.slice();
  return radii.map((radius, stage) => {
    if (stage > 0)
      for (let round = 0; round < ROUNDS_PER_STAGE; round++) {
        shorten(points);
        for (let pass = 0; pass < 3; pass++) pushApart(points, radius);
      }
    return { points: points.slice(), radius };
  });
}

const ROUNDS_PER_STAGE = 5;
const CONTRACTION = 0.22;

function shorten(points: Float64Array): void {
  const before = points.slice();
  const n = before.length;
  for (let i = 0; i < n; i++)
    points[i] =
      before[i]! + CONTRACTION * ((before[(i + n - 3) % n]! + before[(i + 3) % n]!) / 2 - before[i]!);
}

function pushApart(points: Float64Array, radius: number): void {
  const n = ROPE_POINTS;
  let length = 0;
  for (let i = 0; i < n; i++) length += distanceBetween(points, i, (i + 1) % n);
  // Points closer along the rope than a tight half turn belong to the same strand and may touch.
  const minSeparation = Math.max(3, Math.ceil((Math.PI * radius * n) / length));
  for (let i = 0; i < n; i++)
    for (let j = i + minSeparation; j < Math.min(n, i + n - minSeparation + 1); j++) {
      const distance = distanceBetween(points, i, j);
      if (distance >= 2 * radius) continue;
      const share = (0.5 * (2 * radius - distance)) / (distance + 1e-9);
      const push = clamp(share, 0, 0.5) * 0.5;
      for (let k = 0; k < 3; k++) {
        const offset = (points[i * 3 + k]! - points[j * 3 + k]!) * push;
        points[i * 3 + k] = points[i * 3 + k]! + offset;
        points[j * 3 + k] = points[j * 3 + k]! - offset;
      }
    }
}

function distanceBetween(points: Float64Array, i: number, j: number): number {
  const x = points[i * 3]! - points[j * 3]!;
  const y = points[i * 3 + 1]! - points[j * 3 + 1]!;
  const z = points[i * 3 + 2]! - points[j * 3 + 2]!;
  return Math.sqrt(x * x + y * y + z * z);
}
