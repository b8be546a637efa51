import { expect, test } from '@jest/globals';
import { placesOf, segmentsOf } from './transcriptSearch.ts';

const matched = (text: string, query: string) =>
  segmentsOf(text, query).flatMap((segment) => (segment.matched ? [segment.text] : []));

test.each([
  ['A golden thread, and THREAD upon thread', 'thread', ['thread', 'THREAD', 'thread']],
  ['Ein Schlüssel im Schloß', 'schlussel', ['Schlüssel']],
  ['Poincaré', 'CARE', ['caré']],
  ['aaaa', 'aa', ['aa', 'aa']],
  ['one, two', ' two ', ['two']],
  ['one', 'two', []],
  ['one', '  ', []],
])('in %j one finds %j', (text, query, found) => {
  expect(matched(text, query)).toEqual(found);
});

test('the pieces together are the text, letter for letter', () => {
  const text = 'Ünd e\u0301tude 🦋 und';
  expect(
    segmentsOf(text, 'und')
      .map((segment) => segment.text)
      .join(''),
  ).toBe(text);
});

test('the lines that contain it are told in order', () => {
  expect(placesOf(['Wave', 'stone', 'a wave'], 'WAVE')).toEqual([0, 2]);
  expect(placesOf(['Wave'], '')).toEqual([]);
});
