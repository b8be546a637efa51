import { expect, test } from '@jest/globals';
import type { Note } from '../model/importedModel.ts';
import { reportLines } from './report.ts';

const COUNTS = { documents: 1, objects: 0, richTextObjects: 0, unions: 0, enums: 0, fields: 66 };
const guess = (path: string, text: string): Note => ({ kind: 'guess', path, text });

test('report of an import: says the same of many attributes of a type in one line', () => {
  const numbers = Array.from({ length: 66 }, (_, i) =>
    guess(`exam.part${i + 1}`, `Int, as in ${6 + (i % 2)} sampled values.`),
  );
  const notes = [
    ...numbers,
    guess('exam.heldOn', 'Date, as in 6 sampled values.'),
    guess('course.credits', 'Int, as in 6 sampled values.'),
    guess('LOCALES', 'set LOCALES=en'),
  ];
  const lines = reportLines({ counts: COUNTS, sampledDocuments: 6, notes });
  expect(lines.slice(lines.indexOf('69 guesses, also as comments in the SDL') + 1)).toEqual([
    '  exam.part1, part2, part3 and 63 others: Int, as in sampled values.',
    '  exam.heldOn: Date, as in 6 sampled values.',
    '  course.credits: Int, as in 6 sampled values.',
    '  LOCALES: set LOCALES=en',
    '',
  ]);
});
