import { globSync, readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { ROOT } from '../../support/stack.ts';

const documented = new Set(readFileSync(`${ROOT}docs/errors.md`, 'utf8').match(/(?<=`)[A-Z][A-Z_]+(?=`)/g));

/** The gateway's own sources; what emulators say is said as their providers say it. */
const SOURCES = globSync('gateway/**/*.ts', {
  cwd: ROOT,
  exclude: ['**/*.test.ts', '**/emulators/**', '**/generated/**'],
});

/** Codes that clients of the graph can meet: in the union of codes, and where one is written out. */
const given = new Set(
  SOURCES.flatMap((file) => {
    const text = readFileSync(`${ROOT}${file}`, 'utf8');
    return [...text.matchAll(/(?:code: |^ {2}\| )'([A-Z][A-Z_]+)'/gm)].map(([, code]) => code as string);
  }),
);

test('every code that an error can carry is explained', () => {
  expect(given.size).toBeGreaterThan(15);
  expect([...given].filter((code) => !documented.has(code))).toEqual([]);
});
