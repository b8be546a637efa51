import { describe, expect, test } from '@jest/globals';
import { freeBarMode } from '../canvas/chladniPlate.ts';
import { oklch } from '../canvas/colour.ts';
import { addPoint, blackImage } from '../canvas/linearImage.ts';
import { attractorPoint, integrateLorenz } from '../mathematics/attractor.ts';
import { addDrop, createRates, grayScott } from '../mathematics/grayScott.ts';
import { WAVE_SPEED, waveTank } from '../mathematics/waveTank.ts';
import { mediaId } from '../mediaId.ts';
import { readPlaylist } from '../output/playlist.ts';
import { addNote, fade, silence } from '../sound/sound.ts';
import { toneMap } from './toneMap.ts';
import { upsample } from './upsample.ts';

describe('colour and light', () => {
  test('oklch: converts white, red and blue as in CSS Color 4', () => {
    const near = (colour: readonly number[], expected: readonly number[]) => {
      for (const [i, component] of colour.entries()) expect(component).toBeCloseTo(expected[i]!, 2);
    };
    near(oklch(1, 0, 0), [1, 1, 1]);
    near(oklch(0.62796, 0.25768, 29.234), [1, 0, 0]);
    near(oklch(0.45201, 0.31321, 264.052), [0, 0, 1]);
  });

  test('addPoint: keeps the sum of the light at fractional positions', () => {
    for (const x of [3.5, 3.7, 4]) {
      const light = blackImage({ width: 8, height: 8 });
      addPoint(light, x, 4.2, 1, 2, 3);
      expect(light.data.reduce((sum, value) => sum + value, 0)).toBeCloseTo(6, 5);
    }
  });

  test('toneMap: compresses light far above white without overflow', () => {
    const light = blackImage({ width: 4, height: 1 });
    light.data.set([0, 0, 0, 0.5, 0.5, 0.5, 1, 0.2, 0.1, 500, 100, 50]);
    const bytes = toneMap(light);
    expect(Array.from(bytes.subarray(0, 3))).toEqual([0, 0, 0]);
    expect(bytes[3]).toBeGreaterThan(185);
    expect(bytes[9]).toBeGreaterThan(bytes[6]!);
    expect(bytes[9]).toBeGreaterThan(bytes[10]!);
  });

  test('upsample: keeps a constant field constant', () => {
    const upsampled = upsample(
      new Float32Array(12).fill(0.3),
      { width: 4, height: 3 },
      { width: 33, height: 21 },
    );
    expect(Math.max(...upsampled) - Math.min(...upsampled)).toBeLessThan(1e-6);
  });
});

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

  test('free bar: mode n has n nodes', () => {
    for (let n = 0; n < 8; n++) {
      let nodes = 0;
      for (let x = -0.9995; x < 1; x += 0.001)
        if (freeBarMode(n, x) * freeBarMode(n, x + 0.001) < 0) nodes += 1;
      expect(nodes).toBe(n);
    }
  });
});

test('fade: silences both ends and leaves the middle', () => {
  const sound = silence(1);
  addNote(sound, { at: 0, pitch: 440, gain: 0.5, pan: -0.5, decay: 2 });
  const middle = sound.left[24_000];
  fade(sound, 0.1, 0.1);
  expect(sound.left[0]).toBe(0);
  expect(Math.abs(sound.left.at(-1)!)).toBeLessThan(1e-6);
  expect(sound.left[24_000]).toBe(middle);
  expect(Math.abs(sound.left[24_010]!)).toBeGreaterThan(Math.abs(sound.right[24_010]!));
});

test('mediaId: returns distinct alphanumeric ids of 40 to 46 characters', () => {
  const ids = ['asset', 'playback', 'video'].flatMap((kind) => ['a', 'b'].map((name) => mediaId(kind, name)));
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ids) expect(id).toMatch(/^[0-9A-Za-z]{40,46}$/);
});

test('readPlaylist: names the missing line of a playlist without byte ranges', () => {
  expect(() => readPlaylist('#EXTM3U\n#EXTINF:4,\na.ts\n')).toThrow('#EXT-X-MAP');
});
