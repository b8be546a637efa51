import { expect, test } from '@jest/globals';
import { enumWords, lowerWordsOf, wordsOf } from './words.ts';

test.each([
  ['publishedAt', 'Published at'],
  ['heroCTA', 'Hero CTA'],
  ['seoTitle', 'SEO title'],
  ['HTMLText', 'HTML text'],
  ['faqs', 'FAQs'],
  ['contactUs', 'Contact us'],
  ['SIZE_XL', 'Size XL'],
  ['LORENZ', 'Lorenz'],
  ['in_stock', 'In stock'],
])('words of names: %s is shown as %s', (name, words) => {
  expect(wordsOf(name)).toBe(words);
});

test.each([
  ['FAQs', 'FAQs'],
  ['Related articles', 'related articles'],
])('words of names: %s is %s within a sentence', (words, shown) => {
  expect(lowerWordsOf(words)).toBe(shown);
});

test.each([
  ['forestPath', 'forest-path', 'Forest path'],
  ['inStock', 'IN_STOCK', 'In stock'],
  ['wide', '16:9', '16:9'],
  ['calm', 'very calm indeed', 'very calm indeed'],
  ['ADVANCED', undefined, 'Advanced'],
])('words of enums: %s with the stored text %s is %s', (name, stored, shown) => {
  expect(enumWords(name, new Map(stored === undefined ? [] : [[name, stored]]))).toBe(shown);
});
