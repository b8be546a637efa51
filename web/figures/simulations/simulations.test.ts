import { describe, expect, test } from '@jest/globals';
import { valuesOf } from '../definitions/definition.ts';
import { DEFINITIONS, type FigureKind } from '../definitions/definitions.ts';
import { advanceFlock, createFlock } from './boids.ts';
import { firstRows } from './elementaryAutomaton.ts';
import { lissajousPoint } from './lissajous.ts';
import type { Simulation } from './simulation.ts';
import { SIMULATIONS } from './simulations.ts';

const KINDS = Object.keys(DEFINITIONS) as FigureKind[];
const SIZE = { width: 240, height: 135 };
const FRAME_SECONDS = 1 / 60;

const start = async (kind: FigureKind, changes: Record<string, number> = {}): Promise<Simulation> => {
  const { createSimulation } = await SIMULATIONS[kind]();
  const given = Object.entries(changes).map(([name, value]) => ({ name, value }));
  return createSimulation(valuesOf(DEFINITIONS[kind], given) as never) as Simulation;
};
const run = (simulation: Simulation, frames: number): Uint8ClampedArray => {
  for (let frame = 0; frame < frames; frame++) simulation.step(FRAME_SECONDS);
  return picture(simulation);
};
const picture = (simulation: Simulation, size = SIZE): Uint8ClampedArray => {
  const data = new Uint8ClampedArray(size.width * size.height * 4);
  simulation.draw({ ...size, data });
  return data;
};
/** Returns whether two pictures are the same. Jest compares large arrays many times slower. */
const isEqual = (a: Uint8ClampedArray, b: Uint8ClampedArray): boolean =>
  Buffer.from(a.buffer).equals(Buffer.from(b.buffer));
/** Returns whether every pixel is opaque. */
const isCovered = (data: Uint8ClampedArray): boolean => data.every((byte, i) => i % 4 < 3 || byte === 255);
/** Returns the share of pixels that differ clearly. */
const difference = (a: Uint8ClampedArray, b: Uint8ClampedArray): number => {
  let count = 0;
  for (let at = 0; at < a.length; at += 4)
    if ([0, 1, 2].some((c) => Math.abs(a[at + c]! - b[at + c]!) > 8)) count += 1;
  return count / (a.length / 4);
};

describe.each(KINDS)('figure %s', (kind) => {
  test('is reproducible, moves, and covers every pixel', async () => {
    const [one, other] = [await start(kind), await start(kind)];
    const first = run(one, 40);
    expect(isEqual(run(other, 40), first)).toBe(true);
    expect(difference(first, run(one, 60))).toBeGreaterThan(0.001);
    expect(isCovered(first)).toBe(true);
  });

  test('draws at another size without a restart', async () => {
    const simulation = await start(kind);
    run(simulation, 40);
    const larger = { width: 320, height: 180 };
    expect(isCovered(picture(simulation, larger))).toBe(true);
    expect(isEqual(run(simulation, 0), picture(simulation))).toBe(true);
  });

  test.each(
    DEFINITIONS[kind].parameters.map(({ name, min, max }) => [name, min, min + 0.4 * (max - min)] as const),
  )('%s from %f to %f changes the picture', async (name, from, to) => {
    const [changed, unchanged] = [await start(kind, { [name]: from }), await start(kind, { [name]: from })];
    expect(isEqual(run(changed, 30), run(unchanged, 30))).toBe(true);
    changed.set(valuesOf(DEFINITIONS[kind], [{ name, value: to }]) as never);
    expect(difference(run(changed, 30), run(unchanged, 30))).toBeGreaterThan(0.001);
  });
});

describe('mathematics of figures off their defaults', () => {
  /** Returns the mean length of the sum of the headings: 0 for random headings, 1 for equal headings. */
  const order = ({ count, velocities }: ReturnType<typeof createFlock>): number => {
    const sum = [0, 0, 0];
    for (let i = 0; i < count; i++) {
      const speed = Math.hypot(...velocities.subarray(i * 3, i * 3 + 3));
      for (let k = 0; k < 3; k++) sum[k] = sum[k]! + velocities[i * 3 + k]! / speed / count;
    }
    return Math.hypot(...sum);
  };

  test('boids: alignment makes headings agree, and without it they stay random', () => {
    const [aligned, alone] = [createFlock(300), createFlock(300)];
    for (let step = 0; step < 120; step++) {
      advanceFlock(aligned, { separation: 0, alignment: 3, cohesion: 0 });
      advanceFlock(alone, { separation: 1, alignment: 0, cohesion: 0 });
    }
    expect(order(aligned)).toBeGreaterThan(2 * order(alone));
  });

  test('boids: stay near their air space with every rule at nothing', () => {
    const birds = createFlock(100);
    for (let step = 0; step < 600; step++) advanceFlock(birds, { separation: 0, alignment: 0, cohesion: 0 });
    expect(Math.max(...birds.positions.map(Math.abs))).toBeLessThan(80);
  });

  test.each([1 / 144, 0.0166, 1 / 90])(
    'Clifford attractor: each step of %f s moves equally many points',
    async (seconds) => {
      const simulation = await start('CLIFFORD');
      let last = run(simulation, 40);
      const changes = Array.from({ length: 8 }, () => {
        const before = last;
        simulation.step(seconds);
        last = picture(simulation);
        return before.filter((byte, at) => byte !== last[at]).length;
      });
      expect(Math.min(...changes)).toBeGreaterThan(0.6 * Math.max(...changes));
    },
  );

  test('elementary automaton: the first row has one living cell, or the given share', () => {
    const living = (percent: number) =>
      firstRows(percent)
        .at(-1)!
        .reduce((sum, cell) => sum + cell, 0);
    expect(living(0)).toBe(1);
    expect(living(100)).toBe(firstRows(100)[0]!.length);
    expect(living(50) / living(100)).toBeCloseTo(0.5, 0);
  });

  test('Lissajous curve: closes after a round, and is a circle at 1:1 and 90°', () => {
    const values = { across: 5, up: 4, phase: 35 };
    const [first, last] = [lissajousPoint(values, 0.13), lissajousPoint(values, 1.13)];
    for (const k of [0, 1] as const) expect(last[k]).toBeCloseTo(first[k], 9);
    for (const share of [0, 0.2, 0.7])
      expect(Math.hypot(...lissajousPoint({ across: 1, up: 1, phase: 90 }, share))).toBeCloseTo(1, 9);
  });
});
