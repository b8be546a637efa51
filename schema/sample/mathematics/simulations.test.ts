import { describe, expect, test } from '@jest/globals';
import { freeBarMode } from '../canvas/chladniPlate.ts';
import { seededRandom } from '../canvas/random.ts';
import { attractorPoint, integrateLorenz, stepLorenz } from './attractor.ts';
import { stepDoublePendulum } from './doublePendulum.ts';
import { addDrop, createRates, grayScott } from './grayScott.ts';
import { vibratedSand } from './vibratedSand.ts';
import { WAVE_SPEED, waveTank } from './waveTank.ts';

describe('simulations', () => {
  test('Lorenz attractor: separates trajectories that start 1e-6 apart and keeps them bounded', () => {
    const origin = attractorPoint();
    const start = Float64Array.from([...origin, origin[0]! + 1e-6, origin[1]!, origin[2]!]);
    const { positions, momentCount } = integrateLorenz(start, 3000, 0.01);
    const distance = (m: number) =>
      Math.hypot(...[0, 1, 2].map((k) => positions[m * 6 + k]! - positions[m * 6 + 3 + k]!));
    expect(distance(100)).toBeLessThan(1e-3);
    expect(Math.max(...Array.from({ length: 500 }, (_, i) => distance(momentCount - 1 - i)))).toBeGreaterThan(
      5,
    );
    expect(Math.max(...positions.map(Math.abs))).toBeLessThan(60);
  });

  test('Lorenz equations: come to rest at √(8/3 (ρ − 1)) for ρ = 14, and at the origin for ρ = 0.5', () => {
    const rest = (rho: number) => {
      const point = Float64Array.of(1, 2, 20);
      for (let step = 0; step < 20_000; step++) stepLorenz(point, 0.01, rho);
      return point;
    };
    const distance = Math.sqrt((8 / 3) * 13);
    expect(Math.abs(rest(14)[0]!)).toBeCloseTo(distance, 6);
    expect(rest(14)[2]).toBeCloseTo(13, 6);
    expect(Math.hypot(...rest(0.5))).toBeLessThan(1e-6);
  });

  test('wave tank: two sources cancel where their path difference is half a wavelength', () => {
    const tank = waveTank(240, 160);
    const wavelength = 24;
    const spread = [3, 3] as const;
    const maxHeight = { centre: 0, node: 0 };
    // The sources are 60 apart; the node is where their distances differ by half a wavelength.
    const node = { x: 180, y: 0 };
    const difference = (y: number) => Math.hypot(100, y + 30) - Math.hypot(100, y - 30) - wavelength / 2;
    while (difference(node.y) < 0) node.y += 0.01;
    for (let step = 0; step < 900; step++) {
      const amplitude = 0.05 * Math.sin((2 * Math.PI * WAVE_SPEED * step) / wavelength);
      tank.step([
        { x: 80, y: 50, amplitude, spread },
        { x: 80, y: 110, amplitude, spread },
      ]);
      if (step < 600) continue;
      maxHeight.centre = Math.max(maxHeight.centre, Math.abs(tank.at(180, 80)));
      maxHeight.node = Math.max(maxHeight.node, Math.abs(tank.at(180, Math.round(80 + node.y))));
    }
    expect(maxHeight.centre).toBeGreaterThan(0.1);
    expect(maxHeight.node).toBeLessThan(maxHeight.centre * 0.2);
  });

  test('Gray–Scott: an elongated drop divides at the rates of dividing spots', () => {
    const size = { width: 64, height: 64 };
    const reaction = grayScott(
      size,
      createRates(size, () => [0.0367, 0.0649]),
    );
    // A round drop in a constant field stays symmetric; an elongated one divides.
    addDrop(reaction, 31.6, 32.3, 4);
    addDrop(reaction, 34, 32.3, 3);
    reaction.run(2500);
    const peaks = reaction.v.filter((value, i) => {
      const neighbours = [-65, -64, -63, -1, 1, 63, 64, 65].map((step) => reaction.v[i + step] ?? 0);
      return value > 0.15 && neighbours.every((other) => other < value);
    });
    expect(peaks.length).toBeGreaterThan(1);
  });

  test('double pendulum: keeps its energy through a tumble', () => {
    const energy = ([a, b, u, v]: Float64Array) =>
      u! * u! + 0.5 * v! * v! + u! * v! * Math.cos(a! - b!) - 9.81 * (2 * Math.cos(a!) + Math.cos(b!));
    const pendulum = Float64Array.of(2.6, 1.2, 0, 0);
    const start = energy(pendulum);
    for (let step = 0; step < 5000; step++) stepDoublePendulum(pendulum, 0.002);
    expect(energy(pendulum)).toBeCloseTo(start, 4);
  });

  test('double pendulum: has two ways of small swings, at √(g (2 ∓ √2))', () => {
    for (const sign of [1, -1]) {
      const pendulum = Float64Array.of(0.001, sign * Math.SQRT2 * 0.001, 0, 0);
      const period = (2 * Math.PI) / Math.sqrt(9.81 * (2 - sign * Math.SQRT2));
      for (let step = 0; step < 2000; step++) stepDoublePendulum(pendulum, period / 2000);
      expect(pendulum[0]).toBeCloseTo(0.001, 7);
      expect(pendulum[1]).toBeCloseTo(sign * Math.SQRT2 * 0.001, 7);
    }
  });

  test('vibrated sand: gathers on the nodal lines of the mode, and stays on the plate', () => {
    const sand = vibratedSand(2000, seededRandom(1787));
    sand.sound({ m: 2, n: 0, sign: -1 });
    const meanMotion = () =>
      Array.from({ length: 2000 }, (_, grain) => sand.motionUnder(grain)).reduce((sum, part) => sum + part) /
      2000;
    const before = meanMotion();
    for (let step = 0; step < 3000; step++) sand.step(1);
    expect(meanMotion()).toBeLessThan(before / 3);
    expect(Math.max(...sand.positions.map(Math.abs))).toBeLessThanOrEqual(1);
  });

  test('free bar: mode n has n nodes', () => {
    for (let n = 0; n < 8; n++) {
      let nodes = 0;
      for (let x = -0.9995; x < 1; x += 0.001)
        if (freeBarMode(n, x) * freeBarMode(n, x + 0.001) < 0) nodes += 1;
      expect(nodes).toBe(n);
    }
  });
});
