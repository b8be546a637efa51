import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { containsKey, createToken, newKeyId } from './token.ts';

const KEY = createToken(newKeyId()).text;

/** Percent-encodes the characters of a text for which the mask is true. */
const encode = (text: string, mask: readonly boolean[]): string =>
  [...text]
    .map((character, i) =>
      mask[i % mask.length] ? `%${character.charCodeAt(0).toString(16).padStart(2, '0')}` : character,
    )
    .join('');

const masks = fc.array(fc.array(fc.boolean(), { minLength: 1, maxLength: 40 }), { maxLength: 4 });

test('API keys in URLs: found under up to four levels of percent-encoding of any characters', () => {
  fc.assert(
    fc.property(masks, (levels) => {
      expect(containsKey(`/films?q=%7B%22a%22${levels.reduce(encode, KEY)}%7D`)).toBe(true);
    }),
  );
});

test('API keys in URLs: not found in encoded text without one', () => {
  fc.assert(
    fc.property(masks, fc.string({ unit: 'binary-ascii' }), (levels, text) => {
      expect(containsKey(`/films?q=${levels.reduce(encode, encodeURIComponent(text))}`)).toBe(false);
    }),
  );
});
