import { expect, test } from '@jest/globals';
import { createPlayhead } from './playhead.ts';

test('what follows a film hears that it moved, and nothing after it stops listening', () => {
  const playhead = createPlayhead();
  const heard: number[] = [];
  const stop = playhead.subscribe(() => heard.push(playhead.now()));
  playhead.report(1.5);
  stop();
  playhead.report(2);
  expect(heard).toEqual([1.5]);
  expect(playhead.now()).toBe(2);
});

test('a wish reaches the screen and marks the place at once, before the film is there', () => {
  const playhead = createPlayhead();
  const wishes: number[] = [];
  playhead.onSeek((seconds) => wishes.push(seconds));
  playhead.seek(7.5);
  playhead.seek(7.5);
  expect(wishes).toEqual([7.5, 7.5]);
  expect(playhead.now()).toBe(7.5);
});

test('before a film is opened it is nowhere, not at its first chapter', () => {
  expect(createPlayhead().now()).toBeLessThan(0);
});

test('the player that tells where it is does not thereby wish to be there', () => {
  const playhead = createPlayhead();
  const wishes: number[] = [];
  playhead.onSeek((seconds) => wishes.push(seconds));
  playhead.report(3);
  expect(wishes).toEqual([]);
});
