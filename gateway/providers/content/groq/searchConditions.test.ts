import { expect, test } from '@jest/globals';
import { createGroqEvaluator } from '../../../../tests/support/searchHarness.ts';
import { wordPatterns } from './searchConditions.ts';

test.each([
  ["Don't stop", ['Don*', '*t*', 'stop*']],
  ['“Ordinary” state-of-the-art', ['*Ordinary*', 'state*', 'of*', 'the*', 'art*']],
  ['東京の図書館', ['*東京*', '*の*', '*図書館*']],
  ['ภาษาไทย', ['*ภาษา*', '*ไทย*']],
  ['', []],
])('search of the content service: %j has the patterns %j', (query, patterns) => {
  expect(wordPatterns(query)).toEqual(patterns);
});

test.each([
  ['古い図書館で物語を読む。', '図書館', true],
  ['古い図書館で物語を読む。', '物語を読む', true],
  ['古い図書館で物語を読む。', '映画', false],
  ['นักคณิตศาสตร์ศึกษารูปทรง', 'รูปทรง', true],
  ['བོད་སྐད', 'བོད་སྐད', true],
  ['हिन्दी भाषा', 'हिन्दी', true],
  ["O'Brien in town", "O'Brien", true],
  ['O’Brien in town', "o'brien", true],
  ['l’été à Paris', "l'été", true],
  ['می‌خواهم بروم', 'می‌خواهم', true],
  ['a value of 3.14', '3.14', true],
  ['the field foo_bar', 'foo_bar', true],
  ['“Ordinary” words', '“Ordinary”', true],
  ["O'Neil in town", "O'Brien", false],
  ['Ordinary words', 'word', true],
  ['Ordinary words', 'ordinary wor', true],
  ['Ordinary words', 'dinary', false],
])('search of the content service: in %j, %j is found: %j', async (text, query, isFound) => {
  const evaluator = createGroqEvaluator([{ _id: 'a', _type: 'page', text }]);
  const groq = '{"ids": *[text match $patterns]._id}';
  const { result } = await evaluator.query({ groq, params: { patterns: wordPatterns(query) } });
  expect(result.ids).toEqual(isFound ? ['a'] : []);
});
