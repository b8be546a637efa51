import { expect, test } from '@jest/globals';
import { renderToStaticMarkup } from 'react-dom/server';
import { JoinedList } from './JoinedList.tsx';

test.each([
  [[], ''],
  [['A'], 'A'],
  [['A', 'B'], 'A and B'],
  [['A', 'B', 'C'], 'A, B and C'],
])('joined list: %j', (items, text) => {
  expect(renderToStaticMarkup(<JoinedList items={items} />)).toBe(text);
});

test('joined list: of elements, with another conjunction', () => {
  const items = [<b key="a">A</b>, <b key="b">B</b>];
  expect(renderToStaticMarkup(<JoinedList items={items} conjunction="or" />)).toBe('<b>A</b> or <b>B</b>');
});
