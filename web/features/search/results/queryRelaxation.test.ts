import { expect, test } from '@jest/globals';
import { NOTHING_SOUGHT } from '../state/searchState.ts';
import { stemOf, tellingWords, waysOutVariables } from './queryRelaxation.ts';

test('the words that are tried alone are the longest, each once; of one word none is left to try', () => {
  expect(tellingWords('the strange attractor of a strange wind')).toEqual(['attractor', 'strange', 'wind']);
  expect(tellingWords('attractor')).toEqual([]);
  expect(tellingWords('! ?')).toEqual([]);
});

test('the beginning of the longest word stands for what it was meant to be', () => {
  expect(stemOf('a butterflies')).toBe('butterf');
  expect(stemOf('x')).toBe('x');
  expect(stemOf('…')).toBe('');
});

test('the same words without anything that narrows are tried only where something does', () => {
  const plain = { ...NOTHING_SOUGHT, query: 'golden zebra' };
  expect(waysOutVariables(plain)).toMatchObject({ narrowed: false, first: 'golden', hasThird: false });
  expect(waysOutVariables({ ...plain, scope: 'FILM' }).narrowed).toBe(true);
  expect(waysOutVariables({ ...plain, to: 1900 }).narrowed).toBe(true);
});
