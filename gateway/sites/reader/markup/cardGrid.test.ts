import { describe, expect, test } from '@jest/globals';
import { Card, type PictureSizes } from './card.ts';
import { cardGrid } from './cardGrid.ts';
import { html } from './html.ts';

const render = (sizes: PictureSizes) => html`<img sizes="${sizes.map((each) => each.join(' ')).join(', ')}">`;
const cards = (pictured: number, unpictured: number, form?: 'person'): readonly Card[] =>
  [...Array<boolean>(pictured).fill(true), ...Array<boolean>(unpictured).fill(false)].map(
    (hasPicture) => new Card(html`<p>`, { form, render: hasPicture ? render : () => undefined }, []),
  );
const sizesIn = (grid: readonly Card[]): readonly string[] =>
  [...cardGrid(grid).markup.matchAll(/sizes="([^"]*)"/g)].map(([, sizes = '']) => sizes);

describe('reader: grid of cards', () => {
  test.each([
    [4, 2, 4],
    [3, 2, 0],
    [1, 0, 1],
  ])('of %i cards with a picture and %i without shows %i pictures', (pictured, unpictured, shown) => {
    expect(sizesIn(cards(pictured, unpictured))).toHaveLength(shown);
  });

  test('states the width of a column, and on a phone the width of the picture beside the words', () => {
    const [first, second] = sizesIn(cards(3, 0));
    expect(first).toMatch(/^\(min-width: 120rem\) 31rem, \(min-width: 74rem\) 21\.75rem, .* 94vw$/);
    expect(second).toMatch(/, {2}7\.5rem$/);
    expect(sizesIn(cards(2, 0))[0]).toMatch(/\(min-width: 74rem\) 33\.5rem/);
    expect(sizesIn(cards(7, 0))[0]).toMatch(/^\(min-width: 120rem\) 22\.75rem/);
  });

  test('keeps the width of portraits', () => {
    expect(sizesIn(cards(2, 0, 'person'))).toEqual(['', '']);
  });
});
