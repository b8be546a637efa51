import { expect, test } from '@jest/globals';
import type { Model } from '../../core/model/model.ts';
import { richTextResolvers } from './richText.ts';

test('rich text: computes the plain text of a value once for all of its readers', () => {
  let computations = 0;
  const inlineText = () => {
    computations += 1;
    return 'π';
  };
  const { plainText } = richTextResolvers({ inlineText } as unknown as Model);
  const source = { '@plainText': { '@blocks': [{ children: [{ text: 'about ' }, { tex: '\\pi' }] }] } };
  expect([plainText(source), plainText(source), plainText({ ...source })]).toEqual(Array(3).fill('about π'));
  // The copy is another value.
  expect(computations).toBe(2);
});
