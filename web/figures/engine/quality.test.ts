import { expect, test } from '@jest/globals';
import { createQuality } from './quality.ts';

type Quality = ReturnType<typeof createQuality>;

const addFrames = (quality: Quality, milliseconds: number, count: number) => {
  for (let frame = 0; frame < count; frame++) quality.addFrame(milliseconds);
};
/** Runs a figure whose full picture and whole step take some time, and returns its quality after each frame. */
const runFigure = (quality: Quality, pictureMs: number, stepMs: number, frames: number) =>
  Array.from({ length: frames }, () => {
    quality.addFrame(pictureMs * quality.scale() ** 2 + stepMs * quality.pace());
    return `${quality.scale()} ${quality.pace()}`;
  });

/** Runs a figure whose full picture takes a time that changes, and returns how often its resolution changes. */
const countChanges = (quality: Quality, samples: number, pictureMs: (sample: number) => number): number => {
  let changes = 0;
  for (let sample = 0; sample < samples; sample++) {
    const before = quality.scale();
    addFrames(quality, pictureMs(sample) * before ** 2, 12);
    if (quality.scale() !== before) changes++;
  }
  return changes;
};

test('quality of a figure: stays while frames are within their budget', () => {
  const quality = createQuality();
  addFrames(quality, 9.5, 240);
  expect([quality.scale(), quality.pace()]).toEqual([1, 1]);
});

test('quality of a figure: has its resolution on a slow device within 24 frames, and stays', () => {
  const quality = createQuality();
  const states = runFigure(quality, 20, 0, 300);
  expect(quality.scale()).toBeCloseTo(Math.sqrt(8 / 20));
  expect(new Set(states.slice(23)).size).toBe(1);
});

test('quality of a figure: lowers the pace when the least resolution is not enough, down to a limit', () => {
  const quality = createQuality();
  const states = runFigure(quality, 20, 40, 600);
  expect(quality.scale()).toBe(0.6);
  expect(quality.pace()).toBeGreaterThan(0.25);
  expect(20 * 0.6 ** 2 + 40 * quality.pace()).toBeLessThanOrEqual(24);
  expect(new Set(states.slice(120)).size).toBe(1);
  runFigure(quality, 20, 400, 60);
  expect(quality.pace()).toBe(0.25);
});

test('quality of a figure: ignores single slow frames, such as the first one', () => {
  const quality = createQuality();
  for (let sample = 0; sample < 10; sample++) {
    addFrames(quality, 400, 3);
    addFrames(quality, 8, 9);
  }
  expect(quality.scale()).toBe(1);
});

test('quality of a figure: rises when a busy device becomes idle', () => {
  const quality = createQuality();
  runFigure(quality, 40, 60, 120);
  expect([quality.scale() < 0.7, quality.pace() < 1]).toEqual([true, true]);
  runFigure(quality, 6, 1, 240);
  expect([quality.scale(), quality.pace()]).toEqual([1, 1]);
});

test('quality of a figure: does not follow a device that is busy for moments', () => {
  const quality = createQuality();
  const changes = countChanges(quality, 600, (sample) => (sample % 9 === 0 ? 20 : 7));
  expect(changes).toBe(3);
  expect(countChanges(quality, 80, () => 7)).toBe(1);
  expect(quality.scale()).toBe(1);
});
