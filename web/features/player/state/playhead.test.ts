import { describe, expect, test } from '@jest/globals';
import { createPlayhead } from './playhead.ts';

describe('playhead', () => {
  test('notifies subscribers of a new time until they unsubscribe', () => {
    const playhead = createPlayhead();
    const times: number[] = [];
    const unsubscribe = playhead.subscribe(() => times.push(playhead.currentTime()));
    playhead.setCurrentTime(1.5);
    unsubscribe();
    playhead.setCurrentTime(2);
    expect(times).toEqual([1.5]);
    expect(playhead.currentTime()).toBe(2);
  });

  test('emits each seek request and moves at once, before the player has loaded', () => {
    const playhead = createPlayhead();
    const requests: number[] = [];
    playhead.onSeek((seconds) => requests.push(seconds));
    playhead.seek(7.5);
    playhead.seek(7.5);
    expect(requests).toEqual([7.5, 7.5]);
    expect(playhead.currentTime()).toBe(7.5);
  });

  test('has a negative time before the first playback, so that no chapter is active', () => {
    expect(createPlayhead().currentTime()).toBeLessThan(0);
  });

  test('emits no seek request when the player reports its time', () => {
    const playhead = createPlayhead();
    const requests: number[] = [];
    playhead.onSeek((seconds) => requests.push(seconds));
    playhead.setCurrentTime(3);
    expect(requests).toEqual([]);
  });
});
