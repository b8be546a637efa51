import { describe, expect, test } from '@jest/globals';
import { firstLevel } from './firstLevel.ts';

const levels = [
  { width: 640, bitrate: 180_000 },
  { width: 1280, bitrate: 700_000 },
  { width: 1920, bitrate: 2_150_000 },
];
const desktop = { playerWidth: 1110, scale: 1, bandwidth: 10_000_000, isReportedSlow: false };

describe('first rendition', () => {
  test.each([
    ['fills the player at a bandwidth that carries all', {}, 1280],
    ['fills the player at a low estimate', { bandwidth: 100_000 }, 1280],
    [
      'is small at a low estimate on a line that is reported as slow',
      { bandwidth: 100_000, isReportedSlow: true },
      640,
    ],
    ['is large on a broad line that is reported as slow', { isReportedSlow: true }, 1280],
    ['fills a dense screen', { scale: 2 }, 1920],
    ['fills a dense screen only as far as the bandwidth carries', { scale: 2, bandwidth: 1e6 }, 1280],
    ['is the greatest for a player that is larger than all', { playerWidth: 2560 }, 1920],
    ['is small in a small player at a low estimate', { playerWidth: 390, scale: 3, bandwidth: 300_000 }, 640],
    ['is what the bandwidth carries in a small player', { playerWidth: 390, scale: 3 }, 1280],
    ['is the first for a player without a width', { playerWidth: 0, scale: 1 }, 640],
  ])('%s', (_behavior, change, width) => {
    expect(levels[firstLevel(levels, { ...desktop, ...change })]?.width).toBe(width);
  });

  test('is left to the player for a stream without renditions', () => {
    expect(firstLevel([], desktop)).toBe(-1);
  });

  test('is one that the bandwidth carries for sound', () => {
    const sound = [64_000, 128_000, 256_000].map((bitrate) => ({ width: 0, bitrate }));
    expect(firstLevel(sound, { ...desktop, bandwidth: 150_000 })).toBe(2);
  });
});
