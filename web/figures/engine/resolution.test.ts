import { expect, test } from '@jest/globals';
import { createResolution } from './resolution.ts';

const addFrames = (resolution: ReturnType<typeof createResolution>, milliseconds: number, count = 24) => {
  for (let frame = 0; frame < count; frame++) resolution.addFrame(milliseconds);
};

test('figure resolution: stays while frames are within their budget', () => {
  const resolution = createResolution();
  addFrames(resolution, 11, 240);
  expect(resolution.scale()).toBe(1);
});

test('figure resolution: falls while frames are too slow, down to a limit', () => {
  const resolution = createResolution();
  addFrames(resolution, 30);
  const first = resolution.scale();
  expect(first).toBeLessThan(1);
  addFrames(resolution, 30, 24 * 20);
  expect(resolution.scale()).toBeGreaterThanOrEqual(0.6);
  expect(resolution.scale()).toBeLessThan(first);
});
