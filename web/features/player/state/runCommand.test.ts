import { expect, test } from '@jest/globals';
import { createPlayhead } from './playhead.ts';
import { runCommand } from './runCommand.ts';

const FILM = { duration: 60, resumePosition: 32 };

/** Creates the playhead of a film whose player has not loaded, and the list of its seek requests. */
const createUnloaded = () => {
  const playhead = createPlayhead();
  const requests: number[] = [];
  playhead.onSeek((seconds) => requests.push(seconds));
  return { playhead, requests };
};

test('player command: play resumes at the saved position before the player has loaded', () => {
  const { playhead, requests } = createUnloaded();
  runCommand(playhead, { type: 'togglePlay' }, FILM);
  expect(requests).toEqual([32]);
});

test('player command: play continues at the current time after the player has failed', () => {
  const { playhead, requests } = createUnloaded();
  playhead.setCurrentTime(7);
  runCommand(playhead, { type: 'togglePlay' }, FILM);
  expect(requests).toEqual([7]);
});

test('player command: a digit seeks to its fraction before the player has loaded', () => {
  const { playhead, requests } = createUnloaded();
  runCommand(playhead, { type: 'seekTo', fraction: 0.5 }, FILM);
  expect(requests).toEqual([30]);
});

/** The browser's constant for an element without data. */
const HAVE_NOTHING = 0;

test.each([
  [{ type: 'seekBy', seconds: 10 }, 60, 15],
  [{ type: 'seekBy', seconds: 5 }, 30, 10],
  [{ type: 'seekBy', seconds: 5 }, 14, 6],
  [{ type: 'seekBy', seconds: -10 }, 29.9, 3],
  [{ type: 'seekTo', fraction: 0.5 }, 60, 30],
  [{ type: 'frame', step: 1 }, 60, 5 + 1 / 30],
] as const)(
  'player command: %j in a film of %d s tells the new time at once, which is saved if the page is left',
  (command, duration, time) => {
    const given = Object.getOwnPropertyDescriptor(globalThis, 'HTMLMediaElement');
    Object.defineProperty(globalThis, 'HTMLMediaElement', { value: { HAVE_NOTHING }, configurable: true });
    try {
      const playhead = createPlayhead();
      const video = { currentTime: 5, duration, paused: true, readyState: 4 };
      playhead.setVideoElement(video as HTMLVideoElement);
      runCommand(playhead, command, FILM);
      expect(playhead.currentTime()).toBeCloseTo(time, 1);
    } finally {
      if (given) Object.defineProperty(globalThis, 'HTMLMediaElement', given);
      else Reflect.deleteProperty(globalThis, 'HTMLMediaElement');
    }
  },
);
