import { expect, test } from '@jest/globals';
import { splitPages } from './pages.ts';

const lengthsOf = (count: number) =>
  splitPages(Array.from({ length: count }), 12).map(({ length }) => length);

test('pages: a last page of a few items joins the page before', () => {
  expect([0, 1, 12, 14, 15].map(lengthsOf)).toEqual([[], [1], [12], [14], [15]]);
  expect([16, 27, 28, 40].map(lengthsOf)).toEqual([
    [12, 4],
    [12, 15],
    [12, 12, 4],
    [12, 12, 12, 4],
  ]);
});

test('pages: keep every item in its order', () => {
  const items = Array.from({ length: 53 }, (_, index) => index);
  expect(splitPages(items, 12).flat()).toEqual(items);
});
