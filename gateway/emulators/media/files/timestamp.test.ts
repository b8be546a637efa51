import { expect, test } from '@jest/globals';
import { formatTimestamp } from './timestamp.ts';

test.each([
  [0, '00:00:00.000'],
  [62.4996, '00:01:02.500'],
  [90_000, '25:00:00.000'],
  [360_000.001, '100:00:00.001'],
])('WebVTT: %d seconds have the timestamp %s', (seconds, timestamp) => {
  expect(formatTimestamp(seconds)).toBe(timestamp);
});
