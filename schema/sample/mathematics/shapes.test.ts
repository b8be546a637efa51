import { expect, test } from '@jest/globals';
import { applyCliffordMap } from './cliffordMap.ts';
import { chainEpicycles, epicycles } from './epicycle.ts';
import { escapeTime } from './escapeTime.ts';
import { flock } from './flock.ts';
import { STEPS_PER_SECOND } from './flockRules.ts';
import { lissajousCurve, ROPE_POINTS, tighten } from './rope.ts';
import { snowflake } from './snowflake.ts';
import { tabulate } from './tabulate.ts';

test('epicycles: a curve with six-fold symmetry has only turns that leave 1 when divided by 6', () => {
  const circles = epicycles(snowflake(), 60);
  expect(circles.length).toBe(20);
  for (const { turns } of circles) expect((((turns - 1) % 6) + 6) % 6).toBe(0);
});

test('epicycles: more circles approximate the curve better', () => {
  const curve = snowflake();
  const circles = epicycles(curve, 340);
  const error = (count: number) => {
    let sum = 0;
    for (let i = 0; i < curve.length / 2; i += 16) {
      const [x, y] = chainEpicycles(circles.slice(0, count), (2 * i) / curve.length).at(-1)!;
      sum += Math.hypot(x - curve[i * 2]!, y - curve[i * 2 + 1]!) / (curve.length / 32);
    }
    return sum;
  };
  expect(error(9)).toBeLessThan(error(3));
  expect(error(113)).toBeLessThan(error(9) / 4);
  expect(error(113)).toBeLessThan(0.02);
});

test('tighten: shortens the rope without self-intersection', () => {
  const radii = Array.from({ length: 14 }, (_, i) => 0.085 + i * 0.005);
  const stages = tighten(lissajousCurve(1, 0), radii);
  const at = (points: Float64Array, i: number) => points.subarray(i * 3, i * 3 + 3);
  const distanceBetween = (points: Float64Array, i: number, j: number) => {
    const [a, b] = [at(points, i), at(points, j)];
    return Math.hypot(a[0]! - b[0]!, a[1]! - b[1]!, a[2]! - b[2]!);
  };
  const length = (points: Float64Array) =>
    Array.from({ length: ROPE_POINTS }, (_, i) => distanceBetween(points, i, (i + 1) % ROPE_POINTS)).reduce(
      (a, b) => a + b,
    );
  const last = stages.at(-1)!;
  const lastLength = length(last.points);
  expect(lastLength).toBeLessThan(length(stages[0]!.points) * 0.95);
  const minSeparation = Math.ceil((2 * Math.PI * last.radius * ROPE_POINTS) / lastLength);
  let nearest = Number.POSITIVE_INFINITY;
  for (let i = 0; i < ROPE_POINTS; i++)
    for (let j = i + minSeparation; j < Math.min(ROPE_POINTS, i + ROPE_POINTS - minSeparation); j++)
      nearest = Math.min(nearest, distanceBetween(last.points, i, j));
  expect(nearest).toBeGreaterThan(last.radius * 1.5);
});

test('flock: aligns random birds and keeps them together', () => {
  const at = flock(300, 1);
  const alignment = (step: number) => {
    const { velocities, count } = at(step);
    const sum = [0, 0, 0];
    for (let i = 0; i < velocities.length; i += 3) {
      const speed = Math.hypot(velocities[i]!, velocities[i + 1]!, velocities[i + 2]!);
      for (let k = 0; k < 3; k++) sum[k] = sum[k]! + velocities[i + k]! / speed / count;
    }
    return Math.hypot(...sum);
  };
  expect(alignment(0)).toBeLessThan(0.2);
  expect(alignment(8 * STEPS_PER_SECOND)).toBeGreaterThan(0.7);
  expect(Math.max(...at(8 * STEPS_PER_SECOND).positions.map(Math.abs))).toBeLessThan(80);
});

test('applyCliffordMap: applies the map once, and interpolates half an application', () => {
  const [a, b, c, d] = [-1.4, 1.6, 1, 0.7];
  const [x, y] = [0.3, -0.8];
  const whole = Float32Array.of(x, y);
  const half = Float32Array.of(x, y);
  applyCliffordMap(whole, new Float32Array(2), [a, b, c, d], 1);
  applyCliffordMap(half, new Float32Array(2), [a, b, c, d], 0.5);
  expect(whole[0]).toBeCloseTo(Math.sin(a * y) + c * Math.cos(a * x), 5);
  expect(whole[1]).toBeCloseTo(Math.sin(b * x) + d * Math.cos(b * y), 5);
  expect(half[0]).toBeCloseTo((x + whole[0]!) / 2, 5);
});

test('escapeTime: is -1 inside the Mandelbrot set and falls with the distance outside it', () => {
  const direction = new Float64Array(2);
  for (const [x, y] of [
    [0, 0],
    [-1, 0.1],
    [-1.7548, 0],
    [-0.1226, 0.7449],
  ] as const)
    expect(escapeTime(x, y, direction)).toBe(-1);
  const near = escapeTime(0.5, 0, direction);
  expect(near).toBeGreaterThan(escapeTime(1, 0, direction));
  expect(direction[0]).toBeCloseTo(1, 6);
});

test('tabulate: agrees with the function, and with its ends outside the range', () => {
  const tanh = tabulate(Math.tanh, [-3, 3], 2048);
  for (let x = -3; x <= 3; x += 0.0137) expect(tanh(x)).toBeCloseTo(Math.tanh(x), 5);
  for (const [x, end] of [
    [-50, -3],
    [3, 3],
    [50, 3],
  ] as const)
    expect(tanh(x)).toBeCloseTo(Math.tanh(end), 6);
});
