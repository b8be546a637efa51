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
