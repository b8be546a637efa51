import { expect, test } from '@jest/globals';
import { foldedText } from './foldedText.ts';

test.each([
  ['CAFÉ', 'cafe\u0301'],
  ['Việt', 'viet'],
  ['ΆΝΘΡΩΠΟΣ', 'άνθρωπος'],
  ['שָׁלוֹם', 'שלום'],
  ['مُحَمَّد', 'محمد'],
  ['ﬁn', 'fin'],
  ['ガク', '\uff76\uff9e\uff78'],
])('folded text: %s equals %s', (one, other) => {
  expect(foldedText(one)).toBe(foldedText(other));
});

test.each([
  ['がく', 'かく'],
  ['ぱ', 'は'],
  ['й', 'и'],
  ['ї', 'і'],
  ['कि', 'कु'],
  ['กา', 'กี'],
  ['각', '가'],
  ['آ', 'ا'],
])('folded text: %s is another word than %s, and does not begin with it', (one, other) => {
  expect(foldedText(one).startsWith(foldedText(other))).toBe(false);
});
