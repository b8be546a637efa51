import { expect, test } from '@jest/globals';
import { readableMarks } from './normalizeHighlights.ts';

/** Marks `[so]` in a text as the search service does, and gives them back as they are shown. */
const shown = (query: string, ...texts: string[]) =>
  readableMarks(
    texts.map((text) => ({
      segments: text
        .split(/(\[[^\]]*\])/)
        .filter(Boolean)
        .map((part) => ({ text: part.replace(/[[\]]/g, ''), matched: part.startsWith('[') })),
    })),
    query,
  ).map(({ segments }) => segments.map(({ text, matched }) => (matched ? `[${text}]` : text)).join(''));

test('marks what was typed as far as it was typed', () => {
  expect(shown('lor butter', '[Lor]enz’s [butter]fly')).toEqual(['[Lor]enz’s [butter]fly']);
});

test('marks a word with a slip in it as a whole', () => {
  expect(shown('pendlu', 'One [pendul]um, two [pendul]ums.')).toEqual(['One [pendulum], two [pendulums].']);
});

test('marks no word that is only near where the word itself was found', () => {
  expect(shown('wave', 'The [wave] in [wate]r', '[wate]r')).toEqual(['The [wave] in water', 'water']);
  expect(shown('wave buterfly', '[wave], [butterfl]y')).toEqual(['[wave], [butterfly]']);
});
