import { expect, test } from '@jest/globals';
import { roundsToEscape } from './boundary.ts';
import { chain, epicycles } from './epicycle.ts';
import { flock, STEPS } from './flock.ts';
import { fold } from './foldedSheet.ts';
import { lissajousCurve, ROPE_POINTS, tighten } from './rope.ts';
import { snowflake } from './snowflake.ts';

test('a curve of six-fold symmetry needs only circles whose turns leave 1 when divided by 6', () => {
  const circles = epicycles(snowflake(), 60);
  expect(circles.length).toBe(20);
  for (const { turns } of circles) expect((((turns - 1) % 6) + 6) % 6).toBe(0);
});

test('more circles come nearer to the curve', () => {
  const curve = snowflake();
  const circles = epicycles(curve, 340);
  const error = (count: number) => {
    let sum = 0;
    for (let i = 0; i < curve.length / 2; i += 16) {
      const [x, y] = chain(circles.slice(0, count), (2 * i) / curve.length).at(-1)!;
      sum += Math.hypot(x - curve[i * 2]!, y - curve[i * 2 + 1]!) / (curve.length / 32);
    }
    return sum;
  };
  expect(error(9)).toBeLessThan(error(3));
  expect(error(113)).toBeLessThan(error(9) / 4);
  expect(error(113)).toBeLessThan(0.02);
});

test('a rope that is pulled tight gets shorter and thicker and hardly sinks into itself', () => {
  const radii = Array.from({ length: 14 }, (_, i) => 0.085 + i * 0.005);
  const stages = tighten(lissajousCurve(1, 0), radii);
  const at = (points: Float64Array, i: number) => points.subarray(i * 3, i * 3 + 3);
  const gap = (points: Float64Array, i: number, j: number) => {
    const [a, b] = [at(points, i), at(points, j)];
    return Math.hypot(a[0]! - b[0]!, a[1]! - b[1]!, a[2]! - b[2]!);
  };
  const length = (points: Float64Array) =>
    Array.from({ length: ROPE_POINTS }, (_, i) => gap(points, i, (i + 1) % ROPE_POINTS)).reduce(
      (a, b) => a + b,
    );
  const last = stages.at(-1)!;
  const whole = length(last.points);
  expect(whole).toBeLessThan(length(stages[0]!.points) * 0.95);
  const far = Math.ceil((2 * Math.PI * last.radius * ROPE_POINTS) / whole);
  let nearest = Number.POSITIVE_INFINITY;
  for (let i = 0; i < ROPE_POINTS; i++)
    for (let j = i + far; j < Math.min(ROPE_POINTS, i + ROPE_POINTS - far); j++)
      nearest = Math.min(nearest, gap(last.points, i, j));
  expect(nearest).toBeGreaterThan(last.radius * 1.5);
});

test('strangers become a flock: most fly the same way as their fellows, and none is lost', () => {
  const at = flock(300, 1);
  const order = (step: number) => {
    const { ways, count } = at(step);
    const sum = [0, 0, 0];
    for (let i = 0; i < ways.length; i += 3) {
      const speed = Math.hypot(ways[i]!, ways[i + 1]!, ways[i + 2]!);
      for (let k = 0; k < 3; k++) sum[k] = sum[k]! + ways[i + k]! / speed / count;
    }
    return Math.hypot(...sum);
  };
  expect(order(0)).toBeLessThan(0.2);
  expect(order(8 * STEPS)).toBeGreaterThan(0.7);
  expect(Math.max(...at(8 * STEPS).places.map(Math.abs))).toBeLessThan(80);
});

test('a fold is the Clifford map, and half a fold lies half way', () => {
  const [a, b, c, d] = [-1.4, 1.6, 1, 0.7];
  const [x, y] = [0.3, -0.8];
  const whole = Float32Array.of(x, y);
  const half = Float32Array.of(x, y);
  fold(whole, new Float32Array(2), [a, b, c, d], 1);
  fold(half, new Float32Array(2), [a, b, c, d], 0.5);
  expect(whole[0]).toBeCloseTo(Math.sin(a * y) + c * Math.cos(a * x), 5);
  expect(whole[1]).toBeCloseTo(Math.sin(b * x) + d * Math.cos(b * y), 5);
  expect(half[0]).toBeCloseTo((x + whole[0]!) / 2, 5);
});

test('places of the Mandelbrot set stay, others escape, the farther the sooner, and faster outwards', () => {
  const slope = new Float64Array(2);
  for (const [x, y] of [
    [0, 0],
    [-1, 0.1],
    [-1.7548, 0],
    [-0.1226, 0.7449],
  ] as const)
    expect(roundsToEscape(x, y, slope)).toBe(-1);
  const near = roundsToEscape(0.5, 0, slope);
  expect(near).toBeGreaterThan(roundsToEscape(1, 0, slope));
  expect(slope[0]).toBeCloseTo(1, 6);
});
