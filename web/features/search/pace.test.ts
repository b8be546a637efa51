import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { paced } from './pace.ts';

/** Milliseconds from one paint to the next. */
const FRAME = 16;
const asked: string[] = [];
const pace = () => paced((value: string) => asked.push(value), { rest: 150, atMost: 400 });

beforeEach(() => {
  asked.length = 0;
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

test('the first letter is asked at once, and the word when the typing pauses', () => {
  const { offer } = pace();
  for (const word of ['w', 'wa', 'wav', 'wave']) {
    offer(word);
    jest.advanceTimersByTime(80);
  }
  expect(asked).toEqual(['w']);
  jest.advanceTimersByTime(70);
  expect(asked).toEqual(['w', 'wave']);
});

test('somebody who never pauses still sees answers', () => {
  const { offer } = pace();
  for (let letters = 1; letters <= 12; letters += 1) {
    offer('a'.repeat(letters));
    jest.advanceTimersByTime(100);
  }
  expect(asked.map((word) => word.length)).toEqual([1, 5, 9]);
});

test('a letter after a rest is asked at once again, when it is painted', () => {
  const { offer } = pace();
  offer('w');
  jest.advanceTimersByTime(1000);
  offer('wa');
  expect(asked).toEqual(['w']);
  jest.advanceTimersByTime(FRAME + 1);
  expect(asked).toEqual(['w', 'wa']);
});

test('what was stopped is not asked', () => {
  const { offer, stop } = pace();
  offer('w');
  stop();
  jest.advanceTimersByTime(1000);
  expect(asked).toEqual([]);
  offer('w');
  jest.advanceTimersByTime(50);
  offer('wa');
  stop();
  jest.advanceTimersByTime(1000);
  expect(asked).toEqual(['w']);
});
