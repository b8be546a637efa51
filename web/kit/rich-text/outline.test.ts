import { expect, test } from '@jest/globals';
import { outlineOf } from './outline.ts';

const textBlock = (key: string, text: string, style = 'h2') => ({
  __typename: 'TextBlock',
  key,
  style,
  listItem: null,
  level: null,
  children: [{ __typename: 'TextSpan', text, marks: [] }],
  markDefs: [],
});

test('outline: lists headings with anchors from their titles', () => {
  expect(
    outlineOf([
      textBlock('a', 'The starlings’ answer'),
      textBlock('p', 'words', 'normal'),
      { __typename: 'Formula', key: 'm' },
      null,
      textBlock('b', 'Là où… rien', 'h3'),
    ]),
  ).toEqual([
    { key: 'a', id: 'the-starlings-answer', title: 'The starlings’ answer', level: 2 },
    { key: 'b', id: 'la-ou-rien', title: 'Là où… rien', level: 3 },
  ]);
});

test('outline: anchors are unique, also without letters', () => {
  const outline = outlineOf([textBlock('a', 'Again'), textBlock('b', 'Again'), textBlock('c', '?!')]);
  expect(outline.map(({ id }) => id)).toEqual(['again', 'again-2', 'part']);
});

test('outline: keys that the query does not select are positions', () => {
  const { key: _, ...withoutKey } = textBlock('', 'Again');
  expect(outlineOf([textBlock('a', 'First'), withoutKey] as never).map(({ key }) => key)).toEqual(['a', '1']);
});

test('outline: headings without words are no headings', () => {
  const blank = ['', ' \n'].map((text, index) => textBlock(`blank-${index}`, text, 'h3'));
  const { children: _, ...withoutChildren } = textBlock('none', '');
  const headings = outlineOf([textBlock('a', 'First'), ...blank, withoutChildren] as never);
  expect(headings.map(({ id }) => id)).toEqual(['first']);
});
