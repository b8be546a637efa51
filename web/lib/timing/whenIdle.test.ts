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
  expect(callsAfter(9, callback)).toBe(0);
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

test('when idle: waits at most ten seconds for a film', () => {
  const callback = jest.fn();
  videos = [film];
  whenIdle(callback);
  expect(callsAfter(11, callback)).toBe(0);
  expect(callsAfter(1, callback)).toBe(1);
});

test.each([
  ['before the browser is idle', 0.1],
  ['while a film starts', 2],
])('when idle: can be cancelled %s', (_, seconds) => {
  const callback = jest.fn();
  videos = [film];
  const cancel = whenIdle(callback);
  expect(callsAfter(seconds, callback)).toBe(0);
  cancel();
  videos = [];
  expect(callsAfter(20, callback)).toBe(0);
});

test('when idle: uses the idle callbacks of the browser', () => {
  const callback = jest.fn();
  const handles: (() => void)[] = [];
  const cancelIdleCallback = jest.fn();
  Object.assign(globalThis, {
    requestIdleCallback: (run: () => void) => handles.push(run),
    cancelIdleCallback,
  });
  try {
    whenIdle(callback);
    handles[0]?.();
    expect(callsAfter(0, callback)).toBe(1);
    whenIdle(callback)();
    expect(cancelIdleCallback).toHaveBeenCalledWith(2);
  } finally {
    for (const name of ['requestIdleCallback', 'cancelIdleCallback'])
      Reflect.deleteProperty(globalThis, name);
  }
});
