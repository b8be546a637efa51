import { expect, test } from '@jest/globals';
import { startOf } from './startOf.ts';

test.each([
  ['abc', 5, 'abc'],
  ['abc', 2, 'ab'],
  ['', 1, ''],
  ['a🦋b', 2, 'a'],
  ['a🦋b', 3, 'a🦋'],
  ['ae\u0301b', 2, 'a'],
  ['ae\u0301b', 3, 'ae\u0301'],
  ['a👍🏽b', 3, 'a'],
  ['a👩\u200d🚀b', 3, 'a'],
  ['a👩\u200d🚀b', 4, 'a'],
  ['a👩\u200d🚀b', 6, 'a👩\u200d🚀'],
  ['長い文', 2, '長い'],
])('start of a text: %j within %d characters is %j', (text, maxCharacters, start) => {
  expect(startOf(text, maxCharacters)).toBe(start);
});
