import { expect, test } from '@jest/globals';
import { relaxedQuery } from './highlights.ts';

test.each([
  ['wave <em>of</em> a <em>string</em>', 'wave a'],
  ['wave \uE000of\uE001 a string', 'wave a string'],
  ['<em>wave', null],
  ['wave', null],
  [undefined, null],
])('relaxed query: %j has the words %j', (queryAfterRemoval, words) => {
  expect(relaxedQuery(queryAfterRemoval)).toBe(words);
});

test.each(['<em>', '\uE000'])(
  'relaxed query: a text of marks %j without an end takes linear time',
  (mark) => {
    // A search that starts again at each mark would take minutes.
    expect(relaxedQuery(mark.repeat(1_000_000))).toBeNull();
  },
);
