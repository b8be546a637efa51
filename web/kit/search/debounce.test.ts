import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { debounce } from './debounce.ts';

/** The time between two paints. */
const FRAME_MS = 16;
const values: string[] = [];
const start = () => debounce((value: string) => values.push(value), { delayMs: 150, maxWaitMs: 400 });

beforeEach(() => {
  values.length = 0;
  jest.useFakeTimers();
  Object.assign(globalThis, {
    requestAnimationFrame: (paint: () => void) => setTimeout(paint, FRAME_MS),
    cancelAnimationFrame: clearTimeout,
  });
});
afterEach(() => {
  for (const name of ['requestAnimationFrame', 'cancelAnimationFrame'])
    Reflect.deleteProperty(globalThis, name);
  jest.useRealTimers();
});

describe('debounce', () => {
  test('runs with the first value at once and with the latest value after a pause', () => {
    const { call } = start();
    for (const word of ['w', 'wa', 'wav', 'wave']) {
      call(word);
      jest.advanceTimersByTime(80);
    }
    expect(values).toEqual(['w']);
    jest.advanceTimersByTime(70);
    expect(values).toEqual(['w', 'wave']);
  });

  test('runs at least once in maxWaitMs while calls continue', () => {
    const { call } = start();
    for (let letters = 1; letters <= 12; letters += 1) {
      call('a'.repeat(letters));
      jest.advanceTimersByTime(100);
    }
    expect(values.map((word) => word.length)).toEqual([1, 5, 9]);
  });

  test('runs with the first value after a pause as soon as it is painted', () => {
    const { call } = start();
    call('w');
    jest.advanceTimersByTime(1000);
    call('wa');
    expect(values).toEqual(['w']);
    jest.advanceTimersByTime(FRAME_MS + 1);
    expect(values).toEqual(['w', 'wa']);
  });

  test('flush runs the pending run at once, and only once', () => {
    const { call, flush } = start();
    call('w');
    flush();
    expect(values).toEqual(['w']);
    call('wa');
    flush();
    flush();
    jest.advanceTimersByTime(1000);
    expect(values).toEqual(['w', 'wa']);
  });

  test('cancel drops the pending run', () => {
    const { call, cancel } = start();
    call('w');
    cancel();
    jest.advanceTimersByTime(1000);
    expect(values).toEqual([]);
    call('w');
    jest.advanceTimersByTime(50);
    call('wa');
    cancel();
    jest.advanceTimersByTime(1000);
    expect(values).toEqual(['w']);
  });
});
