import { expect, test } from '@jest/globals';
import { equalTexts } from './textForms.ts';

test.each([
  ['\u00c5se', '\u212bse', 'a letter for a unit'],
  ['\u03a9', '\u2126', 'another letter for a unit'],
  ['\uac01', '\uac00\u11a8', 'a Hangul syllable with its last letter apart'],
  ['\uac01\ud55c', '\uac00\u11a8\ud558\u11ab', 'two of them'],
  ['\u8c48', '\uf900', 'a compatibility ideograph'],
  ['\u03ac', '\u1f71', 'a Greek letter with another accent'],
  ['caf\u00e9 \u00e9t\u00e9', 'cafe\u0301 \u00e9t\u00e9', 'a decomposed beginning'],
  ['caf\u00e9 \u00e9t\u00e9', 'caf\u00e9 e\u0301t\u00e9', 'a decomposed letter within'],
  ['\u01d6', '\u00fc\u0304', 'a letter that is composed with one of two marks'],
  ['vi\u1ec7t', 'vi\u1eb9\u0302t', 'another one'],
  ['\u00e9'.repeat(10), '\u00e9'.repeat(5) + 'e\u0301'.repeat(5), 'a text of two halves'],
])('texts: %j and %j are equal: %s', (one, other, _) => {
  expect(one.normalize('NFC')).toBe(other.normalize('NFC'));
  expect(equalTexts(one)).toContain(other);
  expect(equalTexts(other)).toContain(one);
});

test('texts: all equal forms are equal by Unicode, and their number is limited', () => {
  for (const text of [
    '\u00e9\u00c5\uac01\u1ec7'.repeat(20),
    'plain',
    '',
    '\u0301',
    'K;`',
    '\u{2f81a}\uf900',
  ]) {
    const forms = equalTexts(text);
    expect(new Set(forms.map((form) => form.normalize('NFC'))).size).toBe(1);
    expect(new Set(forms).size).toBe(forms.length);
    expect(forms.length).toBeLessThanOrEqual(24);
  }
  expect(equalTexts('plain text: K')).toEqual(['plain text: K']);
  expect(equalTexts('\u00e9\u00c5\uac01', 60).length).toBeLessThanOrEqual(4);
  expect(equalTexts('\u00e9'.repeat(200))).toHaveLength(2);
});
