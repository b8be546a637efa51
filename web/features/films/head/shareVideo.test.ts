import { expect, test } from '@jest/globals';
import { shareVideoOf } from './shareVideo.ts';

const url = 'https://stream.example/720p.mp4';
const aspectRatio = 16 / 9;

test.each([
  ['1080p of a larger video', 2160, { width: 1920, height: 1080 }],
  ['that of a smaller video', 720, { width: 1280, height: 720 }],
])('share video: has the size %s', (_size, height, expected) => {
  expect(shareVideoOf(url, { aspectRatio, height })).toEqual({ url, ...expected });
});

test('share video: is absent without a file, and without a size', () => {
  expect(shareVideoOf(null, { aspectRatio, height: 720 })).toBeNull();
  expect(shareVideoOf(url, { aspectRatio: null, height: null })).toBeNull();
  expect(shareVideoOf(url, null)).toBeNull();
});
