import { expect, test } from '@jest/globals';
import { type Disruption, undisruptedMs } from './disruptions.ts';

const disruption = (startedAt: number, recoveredAt: number): Disruption => ({
  kind: 'any',
  startedAt,
  endedAt: recoveredAt,
  recoveredAt,
});

test('undisrupted time: excludes disruptions and the recovery after them', () => {
  const disruptions = [disruption(20, 30), disruption(25, 40), disruption(90, Number.NaN)];
  expect(undisruptedMs(0, 100, disruptions, 5)).toBe(20 + 45);
  expect(undisruptedMs(26, 44, disruptions, 5)).toBe(0);
  expect(undisruptedMs(0, 10, [], 5)).toBe(10);
});
