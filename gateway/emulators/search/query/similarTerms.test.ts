import { describe, expect, test } from '@jest/globals';
import { createRandom } from '../../shared/testing/createRandom.ts';
import { similarTerms } from './similarTerms.ts';

/** Optimal string alignment distance, implemented from its definition. */
function distance(a: string, b: string): number {
  const rows = Array.from({ length: a.length + 1 }, (_, i) => [i, ...Array(b.length).fill(0)]);
  for (let j = 0; j <= b.length; j++) (rows[0] as number[])[j] = j;
  const at = (i: number, j: number) => rows[i]?.[j] as number;
  for (let i = 1; i <= a.length; i++)
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      let cost = Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, at(i - 1, j - 1) + same);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        cost = Math.min(cost, at(i - 2, j - 2) + 1);
      (rows[i] as number[])[j] = cost;
    }
  return at(a.length, b.length);
}

function expected(
  terms: readonly string[],
  word: string,
  maxTypos: number,
  prefix: boolean,
): [string, number][] {
  return terms.flatMap((term): [string, number][] => {
    const ends = prefix ? Array.from({ length: term.length }, (_, i) => i + 1) : [term.length];
    const edits = Math.min(...ends.map((end) => distance(term.slice(0, end), word)));
    const typos = edits > 0 && term[0] !== word[0] ? edits + 1 : edits;
    return typos <= maxTypos ? [[term, typos]] : [];
  });
}

describe('similar terms', () => {
  test.each([
    [0, false],
    [0, true],
    [1, false],
    [1, true],
    [2, false],
    [2, true],
  ])('finds the terms within %i typos, prefixes allowed: %s', (maxTypos, prefix) => {
    const random = createRandom(1 + maxTypos * 2 + Number(prefix));
    const word = () => Array.from({ length: 1 + random(9) }, () => 'abc'[random(3)]).join('');
    const terms = [...new Set(Array.from({ length: 400 }, word))];
    for (let i = 0; i < 60; i++) {
      const query = word();
      const found = similarTerms(terms, query, maxTypos, prefix).map(({ term, typos }) => [term, typos]);
      expect([query, found.sort()]).toEqual([query, expected(terms, query, maxTypos, prefix).sort()]);
    }
  });

  test('distinguishes a longer word from the word itself', () => {
    const found = similarTerms(['wave', 'waves'], 'wave', 0, true);
    expect(found.map(({ term, isPrefix }) => [term, isPrefix])).toEqual([
      ['wave', false],
      ['waves', true],
    ]);
  });
});
