import { expect, test } from '@jest/globals';
import { wordsOf } from './words.ts';

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
