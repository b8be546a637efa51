import { expect, test } from '@jest/globals';
import type { IndexReport } from '../../sync/index/rebuild.ts';
import { printBuild, printCheck, printRepair } from './indexReport.ts';

const linesOf = (print: (line: (text: string) => void) => void): string[] => {
  const lines: string[] = [];
  print((line) => lines.push(line));
  return lines;
};

const skippedRecords = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ objectID: `post-${i + 1}`, reason: 'too large' }));

const built = (count: number, skipped: number): IndexReport => ({
  documents: count,
  moments: count,
  suggestions: count,
  shortened: [],
  skipped: { documents: skippedRecords(skipped), moments: [], suggestions: [] },
});

test.each([
  [0, 0, 'index: built 0 documents, 0 moments and 0 suggestions in 1.2 s'],
  [1, 0, 'index: built 1 document, 1 moment and 1 suggestion in 1.2 s'],
  [1, 1, 'index: built 1 document, 1 moment and 1 suggestion in 1.2 s; 1 skipped'],
  [1234, 2, 'index: built 1234 documents, 1234 moments and 1234 suggestions in 1.2 s; 2 skipped'],
])('index report: the last line of a build of %d with %d skipped', (count, skipped, expected) => {
  expect(linesOf((print) => printBuild(built(count, skipped), 1234, print)).at(-1)).toBe(expected);
});

test('index report: a skipped record is named with its index and reason, a long list with the number of the rest', () => {
  expect(linesOf((print) => printBuild(built(1, 1), 0, print))[0]).toBe(
    '  skipped in documents  post-1: too large',
  );
  const lines = linesOf((print) => printBuild(built(0, 1002), 0, print));
  expect(lines).toHaveLength(1002);
  expect(lines.at(-2)).toBe('  skipped in documents  … and 2 more');
});

test('index report: a check and a repair count records in right English', () => {
  const none = { records: 0, missing: [], extra: [], stale: [], skipped: [] };
  const report = { documents: { ...none, records: 1, missing: ['a'] }, moments: none, suggestions: none };
  expect(linesOf((print) => printCheck(report, print))).toEqual([
    'documents: 1 record, 1 missing, 0 extra, 0 stale, 0 skipped',
    '  missing  a',
    'moments: 0 records, 0 missing, 0 extra, 0 stale, 0 skipped',
    'suggestions: 0 records, 0 missing, 0 extra, 0 stale, 0 skipped',
    'index: out of sync; trivium index writes the records that differ',
  ]);
  expect(linesOf((print) => printRepair(report, print)).at(-1)).toBe('index: updated');
});
