import { describe, expect, test } from '@jest/globals';
import { findMatches, highlightMatches } from './transcriptSearch.ts';

const matchesOf = (text: string, query: string) =>
  highlightMatches(text, query).flatMap((segment) => (segment.matched ? [segment.text] : []));

describe('transcript search', () => {
  test.each([
    ['A golden thread, and THREAD upon thread', 'thread', ['thread', 'THREAD', 'thread']],
    ['Ein Schlüssel im Schloß', 'schlussel', ['Schlüssel']],
    ['Poincaré', 'CARE', ['caré']],
    ['aaaa', 'aa', ['aa', 'aa']],
    ['one, two', ' two ', ['two']],
    ['one', 'two', []],
    ['one', '  ', []],
  ])('in %j highlights the matches of %j', (text, query, matches) => {
    expect(matchesOf(text, query)).toEqual(matches);
  });

  test('returns segments that join to the text', () => {
    const text = 'Ünd e\u0301tude 🦋 und';
    expect(
      highlightMatches(text, 'und')
        .map((segment) => segment.text)
        .join(''),
    ).toBe(text);
  });

  test('returns the indexes of matching texts in order', () => {
    expect(findMatches(['Wave', 'stone', 'a wave'], 'WAVE')).toEqual([0, 2]);
    expect(findMatches(['Wave'], '')).toEqual([]);
  });
});
