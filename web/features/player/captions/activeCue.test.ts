import { describe, expect, test } from '@jest/globals';
import { findActiveCue } from './activeCue.ts';

const cues = [
  { start: 1, end: 3 },
  { start: 3, end: 5.5 },
  { start: 8, end: 10 },
];

describe('which cue is on', () => {
  test.each([
    ['none before the first', 0.99, -1],
    ['the first from its very start', 1, 0],
    ['the later of two that touch', 3, 1],
    ['the one just spoken, in the silence after it', 7, 1],
    ['the last, until the film ends', 600, 2],
  ])('%s', (_words, seconds, place) => {
    expect(findActiveCue(cues, seconds)).toBe(place);
  });

  test('none where there are no cues', () => {
    expect(findActiveCue([], 4)).toBe(-1);
  });

  test('agrees with a plain count for every tenth of a second of a long film', () => {
    const many = Array.from({ length: 500 }, (_, at) => ({ start: at * 1.7 }));
    for (let tenth = 0; tenth < 9000; tenth++)
      expect(findActiveCue(many, tenth / 10)).toBe(
        many.filter(({ start }) => start <= tenth / 10).length - 1,
      );
  });
});
