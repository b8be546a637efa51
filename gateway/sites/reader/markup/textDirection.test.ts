import { expect, test } from '@jest/globals';
import { directionOf } from './textDirection.ts';

test.each([
  ['ar', 'rtl'],
  ['en-US', 'ltr'],
  ['en_US', 'auto'],
  ['', 'auto'],
])('reader: direction of the language %j is %s', (tag, direction) => {
  expect(directionOf(tag)).toBe(direction);
});
