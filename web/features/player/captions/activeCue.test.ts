import { describe, expect, test } from '@jest/globals';
import { findActiveCueIndex } from './activeCue.ts';

const cues = [
  { start: 1, end: 3 },
  { start: 3, end: 5.5 },
  { start: 8, end: 10 },
];

describe('active cue', () => {
  test.each([
    ['is none before the first', 0.99, -1],
    ['is the first from its start time', 1, 0],
    ['is the later of two adjacent cues', 3, 1],
    ['is the previous one between two cues', 7, 1],
    ['is the last until the film ends', 600, 2],
  ])('%s', (_behavior, seconds, index) => {
    expect(findActiveCueIndex(cues, seconds)).toBe(index);
  });

  test('is none in an empty list', () => {
    expect(findActiveCueIndex([], 4)).toBe(-1);
  });

  test('equals a linear count at every tenth of a second of a long film', () => {
    const manyCues = Array.from({ length: 500 }, (_, index) => ({ start: index * 1.7 }));
    for (let tenth = 0; tenth < 9000; tenth++)
      expect(findActiveCueIndex(manyCues, tenth / 10)).toBe(
        manyCues.filter(({ start }) => start <= tenth / 10).length - 1,
      );
  });
});
