import { describe, expect, test } from '@jest/globals';
import { normalizeHighlights } from './normalizeHighlights.ts';

/** Normalizes texts whose matches are in brackets, and returns them in the same notation. */
const normalized = (query: string, ...texts: string[]) =>
  normalizeHighlights(
    texts.map((text) => ({
      segments: text
        .split(/(\[[^\]]*\])/)
        .filter(Boolean)
        .map((part) => ({ text: part.replace(/[[\]]/g, ''), matched: part.startsWith('[') })),
    })),
    query,
  ).map(({ segments }) => segments.map(({ text, matched }) => (matched ? `[${text}]` : text)).join(''));

describe('normalized highlights', () => {
  test('keep prefix matches as they are', () => {
    expect(normalized('lor butter', '[Lor]enz’s [butter]fly')).toEqual(['[Lor]enz’s [butter]fly']);
  });

  test('extend a match with a typo to the whole word', () => {
    expect(normalized('pendlu', 'One [pendul]um, two [pendul]ums.')).toEqual([
      'One [pendulum], two [pendulums].',
    ]);
  });

  test('drop a match with a typo if the typed word itself matches', () => {
    expect(normalized('wave', 'The [wave] in [wate]r', '[wate]r')).toEqual(['The [wave] in water', 'water']);
    expect(normalized('wave buterfly', '[wave], [butterfl]y')).toEqual(['[wave], [butterfly]']);
  });
});
