import { describe, expect, test } from '@jest/globals';
import { boundaryBefore, containsWords, cutText, cutToBytes, wordsOfText } from './textBoundaries.ts';

describe('cut of a text', () => {
  test.each([
    ['a word', 'one two three', 9, 'one two'],
    ['a short text', 'one', 3, 'one'],
    ['a word longer than the text', 'x'.repeat(900), 500, 'x'.repeat(500)],
    ['an emoji of several code points', `${'x'.repeat(3)}👨‍👩‍👧‍👦`, 6, 'xxx'],
    ['a letter with combining marks', `${'x'.repeat(300)}e\u0301\u0301`, 302, 'x'.repeat(300)],
    ['Chinese', '数学家研究图形', 4, '数学家'],
    ['Thai', 'ภาษาไทย', 5, 'ภาษา'],
    ['a flag', '🇩🇪🇫🇷', 5, '🇩🇪'],
  ])('is at a boundary: %s', (_, text, length, cut) => {
    expect(cutText(text, length)).toBe(cut);
  });

  test.each([
    ['ASCII', 'x'.repeat(600), 512],
    ['Chinese', '長'.repeat(200), 510],
    ['emoji', '🧂'.repeat(200), 512],
  ])('by bytes is within the limit and well-formed: %s', (_, text, bytes) => {
    const cut = cutToBytes(text, 512);
    expect(cut.isWellFormed()).toBe(true);
    expect(Buffer.byteLength(cut)).toBe(bytes);
  });

  test('is never outside of the text', () => {
    expect([-5, 0, 3, 9].map((at) => boundaryBefore('a b', at))).toEqual([0, 0, 3, 3]);
  });
});

test('words of a text: are found without spaces', () => {
  expect(wordsOfText('Two words, 東京の図書館')).toEqual(['Two', 'words', '東京', 'の', '図書館']);
});

test.each([
  ['fair 2026', '2026', true],
  ['the fair of the year', 'the year', true],
  ['東京展', '東京', true],
  ['size', 's', false],
  ['size s', 's', true],
  ['fair 2026', '202', false],
])('words: %s contains %s: %s', (text, words, isContained) => {
  expect(containsWords(text, words)).toBe(isContained);
});
