import { describe, expect, test } from '@jest/globals';
import { oklch } from '../canvas/colour.ts';
import { addPoint, darkness } from '../canvas/light.ts';
import { freeBar } from '../canvas/plate.ts';
import { mediaId } from '../ids.ts';
import { followLorenz, onAttractor } from '../mathematics/attractor.ts';
import { addDrop, rates, reaction } from '../mathematics/reaction.ts';
import { SPEED, waveTank } from '../mathematics/waveTank.ts';
import { readPlaylist } from '../output/playlist.ts';
import { addNote, fade, silence } from '../sound/sound.ts';
import { develop } from './develop.ts';
import { enlarge } from './enlarge.ts';

describe('colour and light', () => {
  test('OKLCH white, red and blue are those of CSS Color 4', () => {
    const near = (colour: readonly number[], expected: readonly number[]) => {
      for (const [i, component] of colour.entries()) expect(component).toBeCloseTo(expected[i]!, 2);
    };
    near(oklch(1, 0, 0), [1, 1, 1]);
    near(oklch(0.62796, 0.25768, 29.234), [1, 0, 0]);
    near(oklch(0.45201, 0.31321, 264.052), [0, 0, 1]);
  });

  test('a point of light keeps its light wherever it lies between pixels', () => {
    for (const x of [3.5, 3.7, 4]) {
      const light = darkness({ width: 8, height: 8 });
      addPoint(light, x, 4.2, 1, 2, 3);
      expect(light.data.reduce((sum, value) => sum + value, 0)).toBeCloseTo(6, 5);
    }
  });

  test('light far beyond white is rolled off and not wrapped round', () => {
    const light = darkness({ width: 4, height: 1 });
    light.data.set([0, 0, 0, 0.5, 0.5, 0.5, 1, 0.2, 0.1, 500, 100, 50]);
    const bytes = develop(light);
    expect(Array.from(bytes.subarray(0, 3))).toEqual([0, 0, 0]);
    expect(bytes[3]).toBeGreaterThan(185);
    expect(bytes[9]).toBeGreaterThan(bytes[6]!);
    expect(bytes[9]).toBeGreaterThan(bytes[10]!);
  });

  test('an enlarged even field stays even', () => {
    const even = enlarge(new Float32Array(12).fill(0.3), { width: 4, height: 3 }, { width: 33, height: 21 });
    expect(Math.max(...even) - Math.min(...even)).toBeLessThan(1e-6);
  });
});

describe('the mathematics', () => {
  test('trajectories of Lorenz begun a millionth apart part, and stay on the attractor', () => {
    const home = onAttractor();
    const start = Float64Array.from([...home, home[0]! + 1e-6, home[1]!, home[2]!]);
    const { places, moments } = followLorenz(start, 3000, 0.01);
    const distance = (m: number) =>
      Math.hypot(...[0, 1, 2].map((k) => places[m * 6 + k]! - places[m * 6 + 3 + k]!));
    expect(distance(100)).toBeLessThan(1e-3);
    expect(Math.max(...Array.from({ length: 500 }, (_, i) => distance(moments - 1 - i)))).toBeGreaterThan(5);
    expect(Math.max(...places.map(Math.abs))).toBeLessThan(60);
  });

  test('waves of two sources in step cancel where their ways differ by half a wave', () => {
    const tank = waveTank(240, 160);
    const wavelength = 24;
    const reach = [3, 3] as const;
    const loudest = { middle: 0, still: 0 };
    // Sources 60 apart: at this place their distances differ by half a wave.
    const still = { x: 180, y: 0 };
    const off = (y: number) => Math.hypot(100, y + 30) - Math.hypot(100, y - 30) - wavelength / 2;
    while (off(still.y) < 0) still.y += 0.01;
    for (let step = 0; step < 900; step++) {
      const push = 0.05 * Math.sin((2 * Math.PI * SPEED * step) / wavelength);
      tank.step([
        { x: 80, y: 50, push, reach },
        { x: 80, y: 110, push, reach },
      ]);
      if (step < 600) continue;
      loudest.middle = Math.max(loudest.middle, Math.abs(tank.at(180, 80)));
      loudest.still = Math.max(loudest.still, Math.abs(tank.at(180, Math.round(80 + still.y))));
    }
    expect(loudest.middle).toBeGreaterThan(0.1);
    expect(loudest.still).toBeLessThan(loudest.middle * 0.2);
  });

  test('a longish drop of V becomes several spots at the rates at which spots divide', () => {
    const size = { width: 64, height: 64 };
    const medium = reaction(
      size,
      rates(size, () => [0.0367, 0.0649]),
    );
    // A round drop on an even field has no side on which to begin; a longish one divides.
    addDrop(medium, 31.6, 32.3, 4);
    addDrop(medium, 34, 32.3, 3);
    medium.run(2500);
    const peaks = medium.v.filter((value, i) => {
      const around = [-65, -64, -63, -1, 1, 63, 64, 65].map((step) => medium.v[i + step] ?? 0);
      return value > 0.15 && around.every((other) => other < value);
    });
    expect(peaks.length).toBeGreaterThan(1);
  });

  test('the n-th shape of a free bar has n nodes', () => {
    for (let n = 0; n < 8; n++) {
      let nodes = 0;
      for (let x = -0.9995; x < 1; x += 0.001) if (freeBar(n, x) * freeBar(n, x + 0.001) < 0) nodes += 1;
      expect(nodes).toBe(n);
    }
  });
});

test('a faded sound begins and ends in silence and keeps its middle', () => {
  const sound = silence(1);
  addNote(sound, { at: 0, pitch: 440, gain: 0.5, place: -0.5, decay: 2 });
  const middle = sound.left[24_000];
  fade(sound, 0.1, 0.1);
  expect(sound.left[0]).toBe(0);
  expect(Math.abs(sound.left.at(-1)!)).toBeLessThan(1e-6);
  expect(sound.left[24_000]).toBe(middle);
  expect(Math.abs(sound.left[24_010]!)).toBeGreaterThan(Math.abs(sound.right[24_010]!));
});

test('ids are letters and digits, as long as the library makes them, and differ by kind and name', () => {
  const ids = ['asset', 'playback', 'video'].flatMap((kind) => ['a', 'b'].map((name) => mediaId(kind, name)));
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ids) expect(id).toMatch(/^[0-9A-Za-z]{40,46}$/);
});

test('a playlist without byte ranges is refused with the line that is missing', () => {
  expect(() => readPlaylist('#EXTM3U\n#EXTINF:4,\na.ts\n')).toThrow('#EXT-X-MAP');
});
