import { expect, test } from '@jest/globals';
import { outlineOf } from './outline.ts';

const heading = (key: string, text: string, style = 'h2') => ({
  _type: 'block',
  _key: key,
  style,
  children: [{ text }],
});

test('outline: lists headings with anchors from their titles', () => {
  expect(
    outlineOf([
      heading('a', 'The starlings’ answer'),
      { _type: 'block', _key: 'p', style: 'normal', children: [{ text: 'words' }] },
      { _type: 'math', _key: 'm', tex: 'x' },
      heading('b', 'Là où… rien', 'h3'),
    ]),
  ).toEqual([
    { key: 'a', id: 'the-starlings-answer', title: 'The starlings’ answer', level: 2 },
    { key: 'b', id: 'la-ou-rien', title: 'Là où… rien', level: 3 },
  ]);
});

test('outline: anchors are unique, also without letters', () => {
  const outline = outlineOf([heading('a', 'Again'), heading('b', 'Again'), heading('c', '?!')]);
  expect(outline.map(({ id }) => id)).toEqual(['again', 'again-2', 'part']);
});
