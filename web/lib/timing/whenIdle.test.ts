import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { whenIdle } from './whenIdle.ts';

const film = { paused: false, error: null, readyState: 0 };
let videos: object[];

beforeEach(() => {
  jest.useFakeTimers();
  videos = [];
  Object.assign(globalThis, {
    document: { querySelectorAll: () => videos },
    HTMLMediaElement: { HAVE_CURRENT_DATA: 2 },
  });
});
afterEach(() => {
  jest.useRealTimers();
  for (const name of ['document', 'HTMLMediaElement']) Reflect.deleteProperty(globalThis, name);
});

/** Returns how often the callback has run after some seconds. */
const callsAfter = (seconds: number, callback: jest.Mock): number => {
  jest.advanceTimersByTime(seconds * 1000);
  return callback.mock.calls.length;
};

test('when idle: runs once', () => {
  const callback = jest.fn();
  whenIdle(callback);
  expect(callsAfter(1, callback)).toBe(0);
  expect(callsAfter(10, callback)).toBe(1);
});

test('when idle: waits for the first frame of a film', () => {
  const callback = jest.fn();
  videos = [film];
  whenIdle(callback);
  expect(callsAfter(20, callback)).toBe(0);
  videos = [{ ...film, readyState: 2 }];
  expect(callsAfter(3, callback)).toBe(1);
});

test.each([
  ['is paused', { ...film, paused: true }],
  ['has failed', { ...film, error: {} }],
])('when idle: does not wait for a film that %s', (_, video) => {
  const callback = jest.fn();
  videos = [video];
  whenIdle(callback);
  expect(callsAfter(3, callback)).toBe(1);
});

test('when idle: can be cancelled while a film starts', () => {
  const callback = jest.fn();
  videos = [film];
  const cancel = whenIdle(callback);
  expect(callsAfter(2, callback)).toBe(0);
  cancel();
  videos = [];
  expect(callsAfter(20, callback)).toBe(0);
});
