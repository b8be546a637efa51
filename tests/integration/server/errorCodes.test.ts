import { globSync, readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { ROOT } from '../../support/stack.ts';

const documented = new Set(readFileSync(`${ROOT}docs/errors.md`, 'utf8').match(/(?<=`)[A-Z][A-Z_]+(?=`)/g));

/** Sources of the gateway. Errors of emulators are those of their providers. */
const SOURCES = globSync('gateway/**/*.ts', {
  cwd: ROOT,
  exclude: ['**/*.test.ts', '**/emulators/**', '**/generated/**'],
});

/** Codes in the union of error codes, and codes that are written out. */
const codes = new Set(
  SOURCES.flatMap((file) => {
    const text = readFileSync(`${ROOT}${file}`, 'utf8');
    return [...text.matchAll(/(?:code: |^ {2}\| )'([A-Z][A-Z_]+)'/gm)].map(([, code]) => code as string);
  }),
);

test('docs/errors.md: documents every error code', () => {
  expect(codes.size).toBeGreaterThan(15);
  expect([...codes].filter((code) => !documented.has(code))).toEqual([]);
});
