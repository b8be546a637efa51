import { describe, expect, test } from '@jest/globals';
import { oklch } from '../canvas/colour.ts';
import { addPoint, blackImage } from '../canvas/linearImage.ts';
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
