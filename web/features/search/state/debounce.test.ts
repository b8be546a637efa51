import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { debounce } from './debounce.ts';

/** Milliseconds from one paint to the next. */
const FRAME = 16;
const passed: string[] = [];
const start = () => debounce((value: string) => passed.push(value), { delayMs: 150, maxWaitMs: 400 });

beforeEach(() => {
  passed.length = 0;
  jest.useFakeTimers();
  Object.assign(globalThis, {
    requestAnimationFrame: (paint: () => void) => setTimeout(paint, FRAME),
    cancelAnimationFrame: clearTimeout,
  });
});
afterEach(() => {
  for (const name of ['requestAnimationFrame', 'cancelAnimationFrame'])
    Reflect.deleteProperty(globalThis, name);
  jest.useRealTimers();
});

test('passes on the first letter at once, and the word when the typing pauses', () => {
  const { call } = start();
  for (const word of ['w', 'wa', 'wav', 'wave']) {
    call(word);
    jest.advanceTimersByTime(80);
  }
  expect(passed).toEqual(['w']);
  jest.advanceTimersByTime(70);
  expect(passed).toEqual(['w', 'wave']);
});

test('passes on values while the typing never pauses', () => {
  const { call } = start();
  for (let letters = 1; letters <= 12; letters += 1) {
    call('a'.repeat(letters));
    jest.advanceTimersByTime(100);
  }
  expect(passed.map((word) => word.length)).toEqual([1, 5, 9]);
});

test('passes on a letter after a rest at once again, when it is painted', () => {
  const { call } = start();
  call('w');
  jest.advanceTimersByTime(1000);
  call('wa');
  expect(passed).toEqual(['w']);
  jest.advanceTimersByTime(FRAME + 1);
  expect(passed).toEqual(['w', 'wa']);
});

test('passes on nothing after cancel', () => {
  const { call, cancel } = start();
  call('w');
  cancel();
  jest.advanceTimersByTime(1000);
  expect(passed).toEqual([]);
  call('w');
  jest.advanceTimersByTime(50);
  call('wa');
  cancel();
  jest.advanceTimersByTime(1000);
  expect(passed).toEqual(['w']);
});
