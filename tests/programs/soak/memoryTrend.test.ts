import { expect, test } from '@jest/globals';
import { flatnessOf } from './memoryTrend.ts';

const MB = 1024 * 1024;
const run = (heapOf: (minute: number) => number, descriptorsOf = (_: number) => 60) =>
  Array.from({ length: 20 }, (_, minute) => ({
    heap: heapOf(minute) * MB,
    buffers: 15 * MB,
    rss: (150 + heapOf(minute)) * MB,
    descriptors: descriptorsOf(minute),
  }));

test('memory that fills and then stays, with a spike, is flat; what goes on growing is not', () => {
  const filling = run((minute) => Math.min(100, 60 + 8 * minute) + (minute === 14 ? 80 : 0));
  expect(flatnessOf(filling)?.faults).toEqual([]);
  expect(flatnessOf(run((minute) => 60 + 0.6 * minute))?.faults).toEqual([
    expect.stringMatching(/^the heap grew by 5\.4 MB/),
  ]);
  expect(
    flatnessOf(
      run(
        () => 60,
        (minute) => 60 + 3 * minute,
      ),
    )?.faults,
  ).toEqual([expect.stringMatching(/^open descriptors grew by 27/)]);
});

test('a few samples tell nothing', () => {
  expect(flatnessOf(run(() => 60).slice(0, 5))).toBeUndefined();
});
