import { expect, test } from '@jest/globals';
import { foldAccents } from './foldAccents.ts';

test.each([
  ['Poincaré', 'poincare'],
  ['Poincare\u0301', 'poincare'],
  ['ÖRE', 'ore'],
  ['İstanbul', 'istanbul'],
  ['eﬃcient x²', 'efficient x2'],
  ['𝒩 𝔽₂', 'n f2'],
  ['Łódź, Straße', 'łodz, straße'],
  ['', ''],
])('fold accents: %j becomes %j', (text, folded) => {
  expect(foldAccents(text)).toBe(folded);
});
