import { describe, expect, test } from '@jest/globals';
import { memoryTrend } from './memoryTrend.ts';

const MB = 1024 * 1024;
const samples = (heapMbOf: (minute: number) => number, descriptorsOf = (_: number) => 60) =>
  Array.from({ length: 20 }, (_, minute) => ({
    heap: heapMbOf(minute) * MB,
    buffers: 15 * MB,
    rss: (150 + heapMbOf(minute)) * MB,
    descriptors: descriptorsOf(minute),
  }));

describe('memory trend', () => {
  test('accepts a heap that grows to a limit, with one spike', () => {
    const filling = samples((minute) => Math.min(100, 60 + 8 * minute) + (minute === 14 ? 80 : 0));
    expect(memoryTrend(filling)?.faults).toEqual([]);
  });

  test('reports a heap that grows by 0.6 MB a minute', () => {
    expect(memoryTrend(samples((minute) => 60 + 0.6 * minute))?.faults).toEqual([
      expect.stringMatching(/^heap: .* got 5\.4 MB/),
    ]);
  });

  test('reports descriptors that grow by 3 a minute', () => {
    const leaking = samples(
      () => 60,
      (minute) => 60 + 3 * minute,
    );
    expect(memoryTrend(leaking)?.faults).toEqual([expect.stringMatching(/^open descriptors: .* got 27/)]);
  });

  test('is undefined for fewer than four samples in the second half', () => {
    expect(memoryTrend(samples(() => 60).slice(0, 5))).toBeUndefined();
  });
});
