import { expect, test } from '@jest/globals';
import { cardGrid } from './cardGrid.ts';
import { html } from './html.ts';

test.each([
  [1, 'cards', [0]],
  [2, 'cards two', []],
  [3, 'cards', []],
  [4, 'cards four', []],
  [5, 'cards', [0]],
  [6, 'cards', []],
  [7, 'cards', [0, 6]],
  [8, 'cards', [0]],
])('grid of cards: %i cards fill their rows', (count, classes, wide) => {
  const { markup } = cardGrid(Array.from({ length: count }, (_, number) => html`${number}`));
  expect(markup).toMatch(new RegExp(`^<ul class="${classes}">`));
  expect([...markup.matchAll(/<li class="wide">(\d+)/g)].map(([, number]) => Number(number))).toEqual(wide);
});
